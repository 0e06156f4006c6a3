/** The rows of one statement of a batch. */
export const rowsOf = <T>(result: D1Result | undefined): T[] => (result?.results ?? []) as T[];
