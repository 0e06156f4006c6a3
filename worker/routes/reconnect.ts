import type { Context } from "hono";
import { sessionReconnect } from "../../shared/session.ts";
import type { App } from "../http/context.ts";
import { exchangeOf } from "../http/exchange.ts";
import { NO_STORE } from "../http/no-store.ts";
import { readOptionalBody } from "../http/request.ts";
import { reconnectSession } from "../sessions/reconnect-session.ts";
import { callerOf } from "./caller.ts";

/** `POST /widget/v1/session/{session_id}/reconnect` */
export async function reconnect(c: Context<App>): Promise<Response> {
  const body = await readOptionalBody(c, sessionReconnect);
  const session_id = c.req.param("session_id") ?? "";
  const connected = await reconnectSession(c.env, callerOf(c), session_id, body, new URL(c.req.url).origin);
  exchangeOf(c).log.session_id = connected.session_id;
  return c.json(connected, 200, NO_STORE);
}
