import type { Page } from "../answers.ts";
import type { Api, CallOptions } from "../api.ts";

/** A whole list, page by page. */
export async function readAll<T>(api: Api, path: string, { query, signal }: CallOptions): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await api.get(path, { query: { ...query, cursor, limit: 200 }, signal });
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return items;
}
