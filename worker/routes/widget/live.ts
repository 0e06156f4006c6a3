import { LIVE_SECRET } from "../../../shared/live.ts";
import { countAttempt } from "../../auth/session-attempts.ts";
import { credentialIn, requireUpgrade, upgraded } from "../../http/live-socket.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { openPageSocket, requireSessionSecret } from "../../sessions/open-page-socket.ts";

const operation = operationsOf("Sessions");

export const live = operation({
  id: "openPageSocket",
  summary: "Talk with a person",
  description:
    "A WebSocket that a page holds while `session.handled_by` is not `agent`. The subprotocols are `voice-widget.live` and `voice-widget.secret.<session_secret>`. It begins with a frame `person` of the state, and all messages since the request. It is closed with 4410 once the session has ended.",
  access: "public",
  answers: {
    101: "The socket is open; frames are JSON, as `docs/people.md` lists them.",
    200: "The same over HTTP/2 (RFC 8441).",
  },
  errors: ["invalid_session_secret", "session_ended", "no_person_asked", "too_many_attempts", "websocket_only"],
  async handle(c) {
    const session_id = c.req.param("session_id") ?? "";
    await requireSessionSecret(c.env, session_id, credentialIn(c.req.raw, LIVE_SECRET) ?? "");
    requireUpgrade(c);
    countAttempt(session_id);
    return upgraded(c, await openPageSocket(c.env, session_id));
  },
});
