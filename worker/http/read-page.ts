import type { Context } from "hono";
import * as z from "zod";
import type { AppEnv } from "./app-env.ts";
import { queryCursor, queryInteger, readQuery } from "./read-request.ts";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** `?limit` of a list. */
export const pageLimit = queryInteger({ min: 1, max: MAX_LIMIT }, { description: "The most items to return." }).default(
  DEFAULT_LIMIT,
);
/** `?cursor` of a list that is paged by a number. */
export const numberCursor = queryCursor(z.string().regex(/^[1-9]\d{0,14}$/, "Use next_cursor of the previous page"))
  .transform(Number)
  .optional();
export const pageQuery = z.object({ limit: pageLimit, cursor: numberCursor });

/** `?limit` and `?cursor` of a list that is paged by id; `after` is 0 on the first page. */
export function readPage(c: Context<AppEnv>): { limit: number; after: number } {
  const { limit, cursor } = readQuery(c, pageQuery);
  return { limit, after: cursor ?? 0 };
}
