import { analyticsEvents } from "../../../shared/analytics.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { countEvents } from "../../projects/page-counts.ts";
import { isTest } from "../../sessions/caller.ts";
import { keyHolderOf } from "./caller.ts";

const operation = operationsOf("Widget");

export const analytics = operation({
  id: "countEvents",
  summary: "Count what visitors do with the widget",
  description:
    "Stored as counts per project, day and name, but for the console's test calls; a visitor's address is never stored.",
  body: analyticsEvents,
  answers: { 200: { description: "All events were counted.", schema: "AnalyticsAccepted" } },
  async handle(c, readBody) {
    const { events } = await readBody();
    const { policy, project_version } = keyHolderOf(c);
    // Whoever tries an agent in the console is no visitor.
    if (!isTest(policy))
      await countEvents(c.env, { project_id: policy.project_id, project_version }, events, Date.now());
    return c.json({ success: true, accepted: events.length });
  },
});
