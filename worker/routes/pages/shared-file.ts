import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { earlierFile } from "./earlier-file.ts";

/**
 * A file that pages of other sites load: the live build's, else one of an earlier build. They would be static assets, which cost
 * no request, but those answer no preflight (worker/http/cors.ts).
 */
export async function sharedFile(c: Context<AppEnv>): Promise<Response> {
  const live = await c.env.ASSETS.fetch(c.req.raw);
  return live.status === 404 ? earlierFile(c) : live;
}
