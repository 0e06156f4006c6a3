import type { Context } from "hono";
import { MinuteCounts, overTheMinute } from "../../auth/minute-counts.ts";
import { senderOf } from "../../auth/refused-credentials.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { readVariables } from "../../variables.ts";

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

/** How many names that no build had one sender may ask for in a minute, in this isolate: each is a look into KV. */
const MOST_MISSED = 300;
const missed = new MinuteCounts();

/** @throws ApiError `refused_too_often` */
function lookUp(c: Context<AppEnv>, path: string): Promise<ReadableStream | null> {
  const sender = senderOf(requestContextOf(c), readVariables(c.env));
  if (sender !== null && missed.of(sender) >= MOST_MISSED)
    throw overTheMinute("refused_too_often", "Your network asked for too many files that are not here; wait a minute");
  const look = () => c.env.SNAPSHOTS.get(`file:${path}`, "stream");
  return missed.countRefused(sender, true, look, (file) => file === null);
}

export async function earlierFile(c: Context<AppEnv>): Promise<Response> {
  const { path } = c.req;
  const type = TYPES[path.split(".").at(-1) ?? ""];
  const file = type && FILE.test(path) ? await lookUp(c, path) : null;
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
