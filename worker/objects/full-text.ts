/** Pages of an index that one step joins. */
const PAGES = 200;

/**
 * A step of joining the segments of a full-text index (FTS5) into one: words of deleted rows stay in its segments until then.
 * @param table of the object's schema, never from outside
 * @param begin the first step, which says that all are to be joined; the next ones go on
 * @returns whether there is more to do
 */
export function joinSegments(sql: SqlStorage, table: string, begin: boolean): boolean {
  const changes = () => sql.exec<{ n: number }>("SELECT total_changes() AS n").one().n;
  const before = changes();
  sql.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, begin ? -PAGES : PAGES);
  // FTS5 says so: a step that changes less has found nothing to do.
  return changes() - before > 1;
}
