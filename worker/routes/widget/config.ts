import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { matchesEtag } from "../../http/etag.ts";
import { memoryOf } from "../../memory-of.ts";
import { loadCallersProject } from "../../sessions/callers-project.ts";
import { type RenderedConfig, renderConfig } from "../../sessions/config-answer.ts";
import { readVariables } from "../../variables.ts";
import { keyHolderOf } from "./caller.ts";

/** Made once for each version: copying headers costs less than setting them. */
const headersOf = memoryOf((config: RenderedConfig) => {
  // A revoked key must fail at once, so a browser has to ask each time.
  const unchanged = new Headers({ ETag: config.etag, "Cache-Control": "private, no-cache" });
  const headers = new Headers(unchanged);
  headers.set("Content-Type", "application/json");
  return { headers, unchanged };
});

export async function config(c: Context<AppEnv>): Promise<Response> {
  const snapshot = await loadCallersProject(c.env, keyHolderOf(c));
  const rendered = await renderConfig(snapshot, c.get("policy").agent_id, readVariables(c.env));
  const { headers, unchanged } = headersOf(rendered);
  if (matchesEtag(c.req.header("If-None-Match"), rendered.etag))
    return new Response(null, { status: 304, headers: unchanged });
  return new Response(rendered.body, { headers });
}
