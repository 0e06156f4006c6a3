import type { Hono } from "hono";
import * as z from "zod";
import { VERSION } from "../../../shared/version.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readQuery } from "../../http/read-request.ts";
import { operationsOf } from "../../openapi/operation.ts";

const operation = operationsOf("Service");

const query = z.object({
  integers: z
    .enum(["plain", "int64"], { error: "Write plain or int64" })
    .default("plain")
    .describe(
      "`int64`: whole numbers that need more than 32 bits, such as times, have that format. Generators for Java, Kotlin, C#, Swift and Rust need it; those for TypeScript make `bigint` of it.",
    ),
});
type Integers = z.output<typeof query>["integers"];

const texts = new Map<Integers, string>();

/** The document of the app's routes. Imported on the first request for it, so that no visitor's request pays for it. */
export const openApi = (app: Hono<AppEnv>) =>
  operation({
    id: "getOpenApi",
    summary: "Read this document",
    access: "public",
    query,
    answers: { 200: { description: "OpenAPI 3.1.", schema: "OpenApi" } },
    async handle(c) {
      const { integers } = readQuery(c, query);
      const text = texts.get(integers) ?? (await write(app, integers));
      return c.body(text, 200, {
        "Content-Type": "application/json",
        "Cache-Control": "public, max-age=300",
        // Tools on any page may read it; it holds no data.
        "Access-Control-Allow-Origin": "*",
      });
    },
  });

async function write(app: Hono<AppEnv>, integers: Integers): Promise<string> {
  const { openApiDocument } = await import("../../openapi/document.ts");
  const { withInt64 } = await import("../../openapi/int64.ts");
  const document = openApiDocument(VERSION, app.routes);
  const text = JSON.stringify(integers === "int64" ? withInt64(document) : document);
  texts.set(integers, text);
  return text;
}
