import { analyticsEvents } from "../../../shared/analytics.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { countAnalytics } from "../../sessions/count-analytics.ts";

const operation = operationsOf("Widget");

export const analytics = operation({
  id: "countEvents",
  summary: "Count what visitors do with the widget",
  description: "Stored as counts per project, day and name; a visitor's address is never stored.",
  body: analyticsEvents,
  answers: { 200: { description: "All events were counted.", schema: "AnalyticsAccepted" } },
  async handle(c, readBody) {
    const { events } = await readBody();
    await countAnalytics(c.env.DB, c.var.policy.project_id, events, Date.now());
    return c.json({ success: true, accepted: events.length });
  },
});
