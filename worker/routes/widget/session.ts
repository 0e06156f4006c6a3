import { sessionStart } from "../../../shared/session.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { identityFaults } from "../../sessions/identity.ts";
import { loadIdentitySecret, openSession } from "../../sessions/open-session.ts";
import { callerOf } from "./caller.ts";

const operation = operationsOf("Sessions");

export const session = operation({
  id: "startSession",
  summary: "Start a voice session",
  description:
    "Takes a voice line, reserves credit and asks the vendor of the agent's slot for a short-lived token. The token works for this session only: start a new session for each conversation, and store neither. `connection` says how to connect. If the session is refused, voice line and credit are free again before the answer.\n\nSign `user_id` on your own server: `user_hash` is the hex HMAC-SHA256 of it under the project's identity secret.",
  body: sessionStart,
  answers: {
    200: {
      description: "The session was created; connect with its token.",
      schema: "SessionStarted",
      headers: ["Cache-Control"],
    },
  },
  errors: [
    "agent_inactive",
    "outside_hours",
    "agent_external",
    "session_not_set_up",
    "plan_lacks_feature",
    "challenge_required",
    "challenge_failed",
    "no_organization",
    "no_subscription",
    "no_credit",
    "cap_reached",
    "agent_not_allowed",
    "agent_of_other_project",
    "agent_not_found",
    "project_not_found",
    "visitor_busy",
    "lines_busy",
  ],
  async handle(c, readBody) {
    const context = requestContextOf(c);
    const caller = callerOf(c);
    const body = await readBody((sent) => identityFaults(() => loadIdentitySecret(c.env, caller), sent));
    const started = await openSession(c.env, caller, body, new URL(c.req.url).origin, context.origin);
    context.log.session_id = started.session_id;
    return unstoredJson(c, started);
  },
});
