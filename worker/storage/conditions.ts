/** What must be true of a row, with the one value that its `?` stands for. */
type Condition = [sql: string, value: string | number | null | undefined];
export type Asked = [sql: string, value: string | number];

/** Those that have a value, in their order. */
export const asked = (conditions: Condition[]): Asked[] =>
  conditions.flatMap(([sql, value]): Asked[] => (value == null ? [] : [[sql, value]]));

export const allOf = (conditions: Asked[]): string => conditions.map(([sql]) => sql).join(" AND ") || "true";

/** In the order in which `allOf` asks for them. */
export const valuesOf = (conditions: Asked[]): (string | number)[] => conditions.map(([, value]) => value);
