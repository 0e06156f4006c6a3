import type { Provider } from "../../shared/providers.ts";
import type { PageRequest } from "./page.ts";
import { rowsOf } from "./rows.ts";

export interface SiteRow {
  id: number;
  name: string;
  org_id: number | null;
  org_name: string | null;
}
interface AgentRow {
  id: number;
  project_id: number;
  name: string;
  provider: Provider;
}

const seenBy = (scope: number | null) =>
  `p.deleted_at IS NULL AND ${scope === null ? "?1 IS NULL" : "p.org_id = ?1"} AND p.id > ?2 ORDER BY p.id LIMIT ?3`;

/**
 * Sites by their ids, one more than the page has where there are more.
 * @param scope the only organization whose sites count, `null` for all
 * @param unreachable providers whose agents nobody can call
 */
export async function readSites(
  db: D1Database,
  scope: number | null,
  { after, limit }: PageRequest,
  unreachable: readonly Provider[],
) {
  const [sites, agents] = await db.batch([
    db
      .prepare(
        `SELECT p.id, p.name, p.org_id, o.name AS org_name FROM projects AS p LEFT JOIN organizations AS o ON o.id = p.org_id
         WHERE ${seenBy(scope)}`,
      )
      .bind(scope, after, limit + 1),
    db
      .prepare(
        `SELECT a.id, a.project_id, a.name, a.provider FROM agents AS a
         WHERE a.project_id IN (SELECT p.id FROM projects AS p WHERE ${seenBy(scope)})
           AND a.deleted_at IS NULL AND a.active = 1 AND a.provider IN (SELECT value FROM json_each(?4)) ORDER BY a.id`,
      )
      .bind(scope, after, limit, JSON.stringify(unreachable)),
  ]);
  return { sites: rowsOf<SiteRow>(sites), agents: rowsOf<AgentRow>(agents) };
}
