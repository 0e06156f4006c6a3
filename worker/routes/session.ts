import type { Context } from "hono";
import { sessionStart } from "../../shared/session.ts";
import type { App } from "../http/context.ts";
import { exchangeOf } from "../http/exchange.ts";
import { NO_STORE } from "../http/no-store.ts";
import { readBody } from "../http/request.ts";
import { identityFaults } from "../sessions/identity.ts";
import { identitySecret, openSession } from "../sessions/open-session.ts";
import { callerOf } from "./caller.ts";

/** `POST /widget/v1/session` */
export async function session(c: Context<App>): Promise<Response> {
  const caller = callerOf(c);
  const body = await readBody(c, sessionStart, (sent) => identityFaults(() => identitySecret(c.env, caller), sent));
  const started = await openSession(c.env, caller, body, new URL(c.req.url).origin);
  exchangeOf(c).log.session_id = started.session_id;
  return c.json(started, 200, NO_STORE);
}
