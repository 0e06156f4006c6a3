import * as z from "zod";
import { valueError } from "../../http/errors.ts";
import { pathId, queryDay, readQuery } from "../../http/read-request.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { loadProject } from "../../projects/load.ts";
import { readCounts } from "../../projects/page-counts.ts";

const operation = operationsOf("Reports");

const DAYS_SHOWN = 30;
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const query = z.object({ from: queryDay("First day").optional(), to: queryDay("Last day").optional() });

export const list = operation({
  id: "getAnalytics",
  summary: "Read counts per day and name",
  query,
  answers: { 200: { description: "The counts.", schema: "AnalyticsCounts" } },
  async handle(c) {
    const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
    const asked = readQuery(c, query);
    const to = asked.to ?? dayBefore(0);
    const from = asked.from ?? (asked.to === undefined ? dayBefore(DAYS_SHOWN - 1) : "0000-01-01");
    if (from > to) throw valueError(["query", "from"], "Write a day that is not after `to`");
    return c.json({ items: await readCounts(c.env, c.var.actor, project, from, to), next_cursor: null });
  },
});
