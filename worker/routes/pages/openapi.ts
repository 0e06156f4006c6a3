import type { Hono } from "hono";
import { VERSION } from "../../../shared/version.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { operationsOf } from "../../openapi/operation.ts";

const operation = operationsOf("Service");

let text: string | undefined;

/** The document of the app's routes. Imported on the first request for it, so that no visitor's request pays for it. */
export const openApi = (app: Hono<AppEnv>) =>
  operation({
    id: "getOpenApi",
    summary: "Read this document",
    access: "public",
    answers: { 200: { description: "OpenAPI 3.1.", schema: "OpenApi" } },
    async handle(c) {
      if (!text) {
        const { openApiDocument } = await import("../../openapi/document.ts");
        text = JSON.stringify(openApiDocument(VERSION, app.routes));
      }
      return c.body(text, 200, {
        "Content-Type": "application/json",
        "Cache-Control": "public, max-age=300",
        // Tools on any page may read it; it holds no data.
        "Access-Control-Allow-Origin": "*",
      });
    },
  });
