import { withValues } from "./bound-values.ts";
import { rowsOf } from "./rows.ts";
import type { Row } from "./table.ts";
import { type Webhook, webhookFromRow } from "./webhooks.ts";

/** What is asked of projects once sessions of theirs have ended. */
export interface EndedProjects {
  /** Those that are switched on. */
  webhooks: Webhook[];
  /** Projects that keep nothing of what was said. */
  keeping_nothing: ReadonlySet<number>;
}

/** One row read for each project, and one for each of its webhooks. */
export async function readEndedProjects(db: D1Database, project_ids: readonly number[]): Promise<EndedProjects> {
  const statements = withValues(
    db,
    project_ids,
    // CROSS JOIN keeps SQLite from reading all projects.
    (listed) =>
      `WITH asked (id) AS (${listed})
       SELECT w.*, p.id AS asked_id, p.org_id, p.retention_days FROM asked
         CROSS JOIN projects AS p ON p.id = asked.id
         LEFT JOIN webhooks AS w ON w.project_id = p.id AND w.active = 1`,
  );
  const rows = statements.length === 0 ? [] : (await db.batch(statements)).flatMap((result) => rowsOf<Row>(result));
  return {
    webhooks: rows.filter(({ id }) => id !== null).map(webhookFromRow),
    keeping_nothing: new Set(
      rows.filter(({ retention_days }) => retention_days === 0).map(({ asked_id }) => Number(asked_id)),
    ),
  };
}
