import { sessionReconnect } from "../../../shared/session.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { reconnectSession } from "../../sessions/reconnect-session.ts";
import { runToEnd } from "../../sessions/run-to-end.ts";
import { callerOf } from "./caller.ts";

const operation = operationsOf("Sessions");

export const reconnect = operation({
  id: "reconnectSession",
  summary: "Reconnect a session whose connection broke",
  description:
    "Asks the session's vendor for a fresh token, with what was said so far added to the agent's instructions as quoted data; `initial_message` is then null, so that the agent does not greet twice. Send the `session_secret` of the answer that opened the session: a wrong or missing secret and an unknown session get the same 401. Report what was said before you reconnect. A running session keeps its id, voice line and credit, and can be reconnected once before its first `connected` and ten times after it; the vendor's old call is ended. If the vendor fails, the session goes on until its lease ends.\n\nA session that ended as `visitor_left` up to five minutes ago, as when a page was reloaded, is over and charged. Its conversation goes on in a new session with its own voice line, credit and `session_id`, within opening hours; each time counts as a reconnect of the session that was left.\n\nSend `context` and `voice` again as at the start. For a session of the external provider the answer is that of the signed URL; send that agent the conversation so far yourself.",
  body: sessionReconnect,
  bodyOptional: true,
  answers: {
    200: {
      description: "A fresh token for the same conversation.",
      schema: "SessionReconnected",
      headers: ["Cache-Control"],
    },
  },
  errors: [
    "invalid_session_secret",
    "session_not_found",
    "session_ended",
    "call_placed",
    "reconnects_used",
    "with_person",
    "agent_inactive",
    "agent_not_external",
    "outside_hours",
    "session_not_set_up",
    "plan_lacks_feature",
    "no_organization",
    "no_subscription",
    "no_credit",
    "cap_reached",
    "agent_of_other_project",
    "agent_not_found",
    "project_not_found",
    "visitor_busy",
    "lines_busy",
    "external_provider_error",
    "external_provider_unavailable",
  ],
  async handle(c, readBody) {
    const body = await readBody();
    const session_id = c.req.param("session_id") ?? "";
    const caller = callerOf(c);
    const { origin } = new URL(c.req.url);
    const connected = await runToEnd(caller.waitUntil, reconnectSession(c.env, caller, session_id, body, origin));
    requestContextOf(c).log.session_id = connected.session_id;
    return unstoredJson(c, connected);
  },
});
