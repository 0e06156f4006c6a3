import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";

/**
 * Files of earlier builds, which only pages that were opened before a deploy still request; `npm run deploy` keeps them in
 * KV as long as they are used.
 */

/** Only names with a hash of their content: nothing else is in these folders. */
const FILE = /^\/(?:(?:again|console|playground)\/)?assets\/[\w./-]{1,200}$/;
const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};
const EVERYWHERE = { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" };

export async function earlierFile(c: Context<AppEnv>): Promise<Response> {
  const { path } = c.req;
  const type = TYPES[path.split(".").at(-1) ?? ""];
  const file = type && FILE.test(path) ? await c.env.SNAPSHOTS.get(`file:${path}`, "stream") : null;
  if (!file) throw new ApiError("not_found");
  return new Response(file, {
    headers: {
      "Content-Type": type ?? "",
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      ...(/^\/(again\/)?assets\//.test(path) ? EVERYWHERE : {}),
    },
  });
}
