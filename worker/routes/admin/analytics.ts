import * as z from "zod";
import { DAY_MS, dayOf } from "../../../shared/time.ts";
import { queryDay, readQuery, requireInOrder } from "../../http/read-request.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { readCounts } from "../../projects/page-counts.ts";
import { projectOfPath } from "./of-path.ts";

const operation = operationsOf("Reports");

const DAYS_SHOWN = 30;
const dayBefore = (days: number) => dayOf(Date.now() - days * DAY_MS);
const query = z.object({ from: queryDay("First day").optional(), to: queryDay("Last day").optional() });

export const list = operation({
  id: "getAnalytics",
  summary: "Read counts per day and name",
  query,
  answers: { 200: { description: "The counts.", schema: "AnalyticsCounts" } },
  async handle(c) {
    const project = await projectOfPath(c);
    const asked = readQuery(c, query);
    const to = asked.to ?? dayBefore(0);
    const from = asked.from ?? (asked.to === undefined ? dayBefore(DAYS_SHOWN - 1) : "0000-01-01");
    requireInOrder({ from, to });
    return c.json({ items: await readCounts(c.env, c.var.actor, project, from, to), next_cursor: null });
  },
});
