import type { Context } from "hono";
import { VERSION } from "../../../shared/version.ts";
import type { AppEnv } from "../../http/app-env.ts";

let text: string | undefined;

/** The document of this API. Imported on the first request for it, so that no visitor's request pays for it. */
export async function openApi(c: Context<AppEnv>) {
  if (!text) {
    const { openApiDocument } = await import("../../openapi/document.ts");
    text = JSON.stringify(openApiDocument(VERSION));
  }
  return c.body(text, 200, {
    "Content-Type": "application/json",
    "Cache-Control": "public, max-age=300",
    // Tools on any page may read it; it holds no data.
    "Access-Control-Allow-Origin": "*",
  });
}
