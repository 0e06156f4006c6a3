import { sessionEvents as schema } from "../../../shared/events.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { reportEvents } from "../../sessions/report-events.ts";
import { runToEnd } from "../../sessions/run-to-end.ts";
import { callerOf } from "./caller.ts";

const operation = operationsOf("Sessions");

export const sessionEvents = operation({
  id: "reportEvents",
  summary: "Report what happens in a session",
  description:
    "Send `connected` once, then anything at least every 90 seconds: a session that sends nothing is ended as of its last report. Works with `fetch(…, {keepalive: true})` while a page closes. After the end only transcripts and feedback are accepted, for an hour; anything else is a 409 that says why the session ended. `usage` is what a response cost according to the vendor; each `id` counts once.\n\n`failed` before `connected` is free within 60 seconds of the start, if nothing contradicts it, five times an hour for each visitor; otherwise the time since the start is charged. Every end hangs up at the vendor. A session stores at most 5,000 events and 2 MiB of their text, and takes 10 contacts; more is a 413, and nothing of that request is stored. So is text beyond 8 MiB an hour from one visitor, or 16 MiB and 1 MiB for each voice line from all sessions of the organization. After the end ten requests are accepted.",
  body: schema,
  answers: { 200: { description: "All events were accepted.", schema: "EventsAccepted" } },
  errors: ["session_not_found", "session_ended", "session_full", "person_not_offered"],
  async handle(c, readBody) {
    const { events } = await readBody();
    const caller = callerOf(c);
    const session_id = c.req.param("session_id") ?? "";
    const report = await runToEnd(caller.waitUntil, reportEvents(c.env, caller, session_id, events));
    return unstoredJson(c, report);
  },
});
