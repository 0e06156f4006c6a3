import { sessionExtend } from "../../../shared/extension.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { extendSession } from "../../sessions/extend-session.ts";
import { callerOf } from "./caller.ts";

const operation = operationsOf("Sessions");

export const extend = operation({
  id: "extendSession",
  summary: "Give a conversation more time",
  description:
    "Makes a connected session longer than its agent's `max_duration_seconds`, once: by that duration again, five minutes at most. All of it must be paid for: without the credit, or past a daily cap, it is a 402, and the conversation ends when it would have. Sent again it adds nothing more and answers the same. With `ask` nothing changes, and `seconds` is what would be added. `remaining_seconds` of the next report counts it. An agent whose `extendable` is false takes none.",
  body: sessionExtend,
  bodyOptional: true,
  answers: {
    200: { description: "It may go on for so much longer.", schema: "SessionExtended", headers: ["Cache-Control"] },
  },
  errors: ["session_not_found", "session_ended", "not_extendable", "no_credit", "cap_reached"],
  async handle(c, readBody) {
    const { ask = false } = await readBody();
    return unstoredJson(c, await extendSession(c.env, callerOf(c), c.req.param("session_id") ?? "", ask));
  },
});
