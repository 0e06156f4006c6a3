import type { Context } from "hono";
import * as z from "zod";
import { MAX_TURNSTILE_TOKEN } from "../../../shared/limits.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { queryInteger, readQuery } from "../../http/read-request.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { openExternal } from "../../sessions/open-external.ts";
import { callerOf } from "./caller.ts";

// Any integer, as in the body of a start.
const query = z.object({
  agent_id: queryInteger({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  turnstile_token: z.string().max(MAX_TURNSTILE_TOKEN).optional(),
});

/** `GET /widget/v1/extprovider-convai/signed-url` */
export async function signedUrl(c: Context<AppEnv>): Promise<Response> {
  const { agent_id, turnstile_token } = readQuery(c, query);
  const { origin, log } = requestContextOf(c);
  const opened = await openExternal(c.env, callerOf(c), agent_id, origin, turnstile_token);
  log.session_id = opened.session_id;
  return unstoredJson(opened);
}
