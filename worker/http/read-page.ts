import type { Context } from "hono";
import * as z from "zod";
import type { AppEnv } from "./app-env.ts";
import { queryInteger, readQuery } from "./read-request.ts";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

const query = z.object({
  limit: queryInteger({ min: 1, max: MAX_LIMIT }).default(DEFAULT_LIMIT),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "Use next_cursor of the previous page")
    .transform(Number)
    .optional(),
});

/** `?limit` and `?cursor` of a list that is paged by id; `after` is 0 on the first page. */
export function readPage(c: Context<AppEnv>): { limit: number; after: number } {
  const { limit, cursor } = readQuery(c, query);
  return { limit, after: cursor ?? 0 };
}
