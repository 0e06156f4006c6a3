import type { Context } from "hono";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { valueError } from "../../http/errors.ts";
import { pathId, queryInteger, readQuery } from "../../http/read-request.ts";
import { loadProject } from "../../projects/load.ts";
import { statisticsOf } from "../../sessions/statistics.ts";

const day = z.iso.date("Write a UTC date as YYYY-MM-DD");
const query = z.object({
  from: day.optional(),
  to: day.optional(),
  agent: queryInteger({ min: 1, max: Number.MAX_SAFE_INTEGER }).optional(),
});

/** `GET /admin/v1/projects/{id}/statistics`, both days included; the last 30 days by default */
export async function list(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
  const asked = readQuery(c, query);
  const items = await statisticsOf(c.env, c.var.actor, project, asked, Date.now());
  if (items === null)
    throw valueError(["query", "from"], "Write a day that is not after `to`, and at most 366 days before it");
  return c.json({ items, next_cursor: null });
}
