/** One page of a list, by id. `after` is the last id already seen. */
export interface PageRequest {
  limit: number;
  after: number;
}

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

/** Removes the extra row that was read to see whether another page follows. */
export function pageOf<T extends { id: number }>(rows: T[], page: PageRequest): Page<T> {
  const items = rows.slice(0, page.limit);
  return { items, next_cursor: rows.length > page.limit ? String(items.at(-1)?.id) : null };
}
