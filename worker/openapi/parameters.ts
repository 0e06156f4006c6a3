import { MAX_SESSION_EVENTS } from "../../shared/limits.ts";
import type { JsonSchema } from "./schemas.ts";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
}

/** Parameters that several operations declare. What a path names is in `path-parameters.ts`. */

const cursor: Parameter = {
  name: "cursor",
  in: "query",
  description: "`next_cursor` of the previous page.",
  schema: { type: "string" },
};
/** Of every operation with a `page`. */
export const paging: Parameter[] = [
  {
    name: "limit",
    in: "query",
    description: "The most items to return.",
    schema: { type: "integer", minimum: 1, maximum: 200, default: 50 },
  },
  cursor,
];
/** As `paging`, of what one session keeps. */
export const eventPaging: Parameter[] = [
  {
    name: "limit",
    in: "query",
    description: "The most events to return; fewer if they hold more than 2 MiB of text.",
    schema: { type: "integer", minimum: 1, maximum: MAX_SESSION_EVENTS, default: MAX_SESSION_EVENTS },
  },
  cursor,
];
export const filter = (name: string, what: string): Parameter => ({
  name,
  in: "query",
  description: `Only those of this ${what}.`,
  schema: { type: "integer", minimum: 1 },
});
export const day = (name: string, what: string): Parameter => ({
  name,
  in: "query",
  description: `${what}, UTC, YYYY-MM-DD.`,
  schema: { type: "string", format: "date" },
  example: "2026-09-01",
});

export const format: Parameter = {
  name: "format",
  in: "query",
  description:
    "`ndjson` or `csv`: the whole selection, streamed. Every CSV cell is quoted; one that begins with `=`, `+`, `-` or `@`, their full-width forms, a tab or a carriage return gets an apostrophe before it.",
  schema: { type: "string", enum: ["json", "ndjson", "csv"], default: "json" },
};
