type Value = string | number | null;

/** SQL for a new value, such as `version + 1`. */
interface Expression {
  sql: string;
  values: Value[];
}

/** Names are the code's own, never a request's. A column that is `undefined` stays as it is. */
export type Columns = Record<string, Value | Expression | undefined>;

export const plusOne = (column: string): Expression => ({ sql: `${column} + 1`, values: [] });

/** Applies to a value that was given. */
export const ifGiven = <T, R>(value: T | undefined, to: (value: T) => R): R | undefined =>
  value === undefined ? undefined : to(value);

const expressionOf = (value: Value | Expression): Expression =>
  typeof value === "object" && value !== null ? value : { sql: "?", values: [value] };

/**
 * Sets the columns that are given and no others, so that two requests that change a row at once keep each other's.
 * @param only which row of this id may be changed
 * @param returning what of the row is answered
 */
export function updateRow(
  db: D1Database,
  table: string,
  id: number,
  columns: Columns,
  only = "true",
  returning = "*",
): D1PreparedStatement {
  // An UPDATE sets something; one that changes nothing answers with the row all the same.
  const set: string[] = ["created_at = created_at"];
  const values: Value[] = [];
  for (const [column, value] of Object.entries(columns)) {
    if (value === undefined) continue;
    const expression = expressionOf(value);
    set.push(`${column} = ${expression.sql}`);
    values.push(...expression.values);
  }
  return db
    .prepare(`UPDATE ${table} SET ${set.join(", ")} WHERE id = ? AND ${only} RETURNING ${returning}`)
    .bind(...values, id);
}
