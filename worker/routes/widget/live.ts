import type { Context } from "hono";
import { LIVE_SECRET } from "../../../shared/live.ts";
import { countAttempt } from "../../auth/session-attempts.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { credentialIn, requireUpgrade, upgraded } from "../../http/live-socket.ts";
import { openPageSocket, requireSessionSecret } from "../../sessions/open-page-socket.ts";

/** `GET /widget/v1/session/{session_id}/live`: the page's WebSocket while a person is asked for or there. */
export async function live(c: Context<AppEnv>): Promise<Response> {
  const session_id = c.req.param("session_id") ?? "";
  await requireSessionSecret(c.env, session_id, credentialIn(c.req.raw, LIVE_SECRET) ?? "");
  requireUpgrade(c);
  countAttempt(session_id);
  return upgraded(c, await openPageSocket(c.env, session_id));
}
