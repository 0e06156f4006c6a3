import { queueAsk } from "../../../shared/queue.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { leaveQueue, waitInQueue } from "../../sessions/queue.ts";
import { callerOf } from "./caller.ts";

const operation = operationsOf("Sessions");

export const queue = operation({
  id: "waitForLine",
  summary: "Wait for a voice line",
  description:
    "After a 429 `All voice lines are in use`: queues the visitor. Ask again every `poll_seconds` with the `ticket`; after 25 seconds without asking, 75 with `hidden`, the place is lost. Once `ready` is true a line is held for a minute from that answer on: start the session with the `ticket`. While `can_extend` is true, `extend` holds it for a minute more, once a turn. A start without a ticket does not overtake those who wait. One visitor may have five places, or as many as the channel's `visitor_sessions`; more is a 429.",
  body: queueAsk,
  answers: { 200: { description: "The visitor's place.", schema: "QueuePlace", headers: ["Cache-Control"] } },
  errors: [
    "agent_inactive",
    "outside_hours",
    "no_organization",
    "agent_not_allowed",
    "agent_of_other_project",
    "agent_not_found",
    "project_not_found",
    "visitor_busy",
  ],
  async handle(c, readBody) {
    const body = await readBody();
    const caller = callerOf(c);
    if (body.leave) {
      await leaveQueue(c.env, caller, body);
      return unstoredJson(c, { success: true, ticket: body.ticket ?? null, place: null });
    }
    return unstoredJson(c, await waitInQueue(c.env, caller, body));
  },
});
