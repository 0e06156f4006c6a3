/** The rows of one statement of a batch. */
export const rowsOf = <T>(result: D1Result | undefined): T[] => (result?.results ?? []) as T[];

/** The row that an `INSERT … RETURNING` in a batch has created. */
export function insertedRow<T>(result: D1Result | undefined): T {
  const [row] = rowsOf<T>(result);
  if (row === undefined) throw new Error("the statement made no row");
  return row;
}
