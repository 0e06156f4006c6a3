import * as z from "zod";
import { MAX_STATISTICS_DAYS } from "../../../shared/limits.ts";
import { valueError } from "../../http/errors.ts";
import { queryDay, queryInteger, queryTestCalls, readQuery } from "../../http/read-request.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { statisticsOf } from "../../sessions/statistics.ts";
import { projectOfPath } from "./of-path.ts";

const operation = operationsOf("Reports");

const query = z.object({
  from: queryDay("First day").optional(),
  to: queryDay("Last day").optional(),
  agent: queryInteger({ min: 1 }, { description: "Only those of this agent.", example: 7 }).optional(),
  test: queryTestCalls.optional(),
});

export const list = operation({
  id: "getStatistics",
  summary: "Sum up a project's calls by day",
  description: `Calls, talk time, credits and ratings of each UTC day, days without a call too, the oldest first; at most ${MAX_STATISTICS_DAYS} days, the last 30 unless said otherwise.`,
  query,
  answers: { 200: { description: "One item a day.", schema: "StatisticsDayList" } },
  async handle(c) {
    const project = await projectOfPath(c);
    const asked = readQuery(c, query);
    const items = await statisticsOf(c.env, c.var.actor, project, asked, Date.now());
    if (items === null)
      throw valueError(
        ["query", "from"],
        `Write a day that is not after \`to\`, and at most ${MAX_STATISTICS_DAYS - 1} days before it`,
      );
    return c.json({ items, next_cursor: null });
  },
});
