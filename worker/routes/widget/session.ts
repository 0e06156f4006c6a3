import type { Context } from "hono";
import { sessionStart } from "../../../shared/session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { readBody } from "../../http/read-request.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { identityFaults } from "../../sessions/identity.ts";
import { loadIdentitySecret, openSession } from "../../sessions/open-session.ts";
import { callerOf } from "./caller.ts";

/** `POST /widget/v1/session` */
export async function session(c: Context<AppEnv>): Promise<Response> {
  const context = requestContextOf(c);
  const caller = callerOf(c);
  const body = await readBody(c, sessionStart, (sent) => identityFaults(() => loadIdentitySecret(c.env, caller), sent));
  const started = await openSession(c.env, caller, body, new URL(c.req.url).origin, context.origin);
  context.log.session_id = started.session_id;
  return unstoredJson(started);
}
