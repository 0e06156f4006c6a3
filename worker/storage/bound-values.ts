/** D1 takes so many parameters of a statement. */
const MOST = 100;

/**
 * One statement for each hundred values. D1 bills each row of `json_each` as read, and bound values not at all.
 * @param sql gets the `VALUES` of a table with one column
 */
export function withValues(
  db: D1Database,
  values: readonly (string | number)[],
  sql: (listed: string) => string,
): D1PreparedStatement[] {
  const statements: D1PreparedStatement[] = [];
  for (let at = 0; at < values.length; at += MOST) {
    const bound = values.slice(at, at + MOST);
    statements.push(db.prepare(sql(`VALUES ${bound.map((_, n) => `(?${n + 1})`).join(", ")}`)).bind(...bound));
  }
  return statements;
}
