/** These delete records that have expired, a bounded piece each, and return how many rows. */

const changesOf = async (statement: D1PreparedStatement): Promise<number> => (await statement.run()).meta.changes ?? 0;

/** Stored answers for repeated calls. */
export const deleteOldAnswers = (db: D1Database, before: number, limit: number): Promise<number> =>
  changesOf(
    db
      .prepare(
        `DELETE FROM idempotency WHERE (scope, key) IN (SELECT scope, key FROM idempotency WHERE at < ?1 LIMIT ?2)`,
      )
      .bind(before, limit),
  );

export const deleteOldAudit = (db: D1Database, before: number, limit: number): Promise<number> =>
  changesOf(
    db
      .prepare("DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at < ?1 ORDER BY at LIMIT ?2)")
      .bind(before, limit),
  );

/** Counts that bound contacts; an hour or a day that is over bounds nothing. */
export const deleteOldContactCounts = (db: D1Database, before: number, limit: number): Promise<number> =>
  changesOf(
    db
      .prepare(
        `DELETE FROM contact_counts WHERE (project_id, visitor, since) IN
           (SELECT project_id, visitor, since FROM contact_counts WHERE since < ?1 LIMIT ?2)`,
      )
      .bind(before, limit),
  );

/** Counts of page views and the like; @param before a UTC day, YYYY-MM-DD */
export async function deleteOldCounts(db: D1Database, before: string, limit: number): Promise<number> {
  const results = await db.batch(
    [
      `DELETE FROM analytics_counts WHERE (project_id, day, name) IN
         (SELECT project_id, day, name FROM analytics_counts WHERE day < ?1 LIMIT ?2)`,
      `DELETE FROM analytics_counts_before WHERE (project_id, org_id, day, name) IN
         (SELECT project_id, org_id, day, name FROM analytics_counts_before WHERE day < ?1 LIMIT ?2)`,
    ].map((sql) => db.prepare(sql).bind(before, limit)),
  );
  return Math.max(...results.map(({ meta }) => meta.changes ?? 0));
}

export const deleteExpired = (db: D1Database, now: number, limit: number): Promise<number> =>
  changesOf(
    db
      .prepare(
        `DELETE FROM memories WHERE (agent_id, subject) IN
           (SELECT agent_id, subject FROM memories WHERE expires_at <= ?1 LIMIT ?2)`,
      )
      .bind(now, limit),
  );

export const deleteOldErrors = (db: D1Database, before: number): Promise<number> =>
  changesOf(db.prepare("DELETE FROM service_errors WHERE last_at < ?1").bind(before));
