import { MAX_SESSION_EVENTS } from "../../shared/limits.ts";
import type { Operation, Parameter } from "./operation.ts";
import type { SchemaName } from "./schemas.ts";

/** What many of the operator's operations share. */

export const idOf = (what: string): Parameter => ({
  name: "id",
  in: "path",
  required: true,
  description: `The ${what}.`,
  schema: { type: "integer", minimum: 1 },
  example: 3,
});
export const paging: Parameter[] = [
  {
    name: "limit",
    in: "query",
    description: "The most items to return.",
    schema: { type: "integer", minimum: 1, maximum: 200, default: 50 },
  },
  {
    name: "cursor",
    in: "query",
    description: "`next_cursor` of the previous page.",
    schema: { type: "string" },
  },
];
/** As `paging`, of what one session keeps. */
export const eventPaging: Parameter[] = [
  {
    name: "limit",
    in: "query",
    description: "The most events to return; fewer if they hold more than 2 MiB of text.",
    schema: { type: "integer", minimum: 1, maximum: MAX_SESSION_EVENTS, default: MAX_SESSION_EVENTS },
  },
  ...paging.filter(({ name }) => name === "cursor"),
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

export const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Your own name for this call: the same request again changes nothing and gets the same answer; a different request is a 409.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "invoice-2026-09-17",
};

type Rest = Omit<Operation, "id" | "method" | "path" | "tag" | "summary">;
export const at = (path: string) => `/admin/v1${path}`;

export const listOf = (
  id: string,
  path: string,
  tag: string,
  summary: string,
  schema: SchemaName,
  item: unknown,
  rest: Partial<Rest> = {},
): Operation => ({
  id,
  method: "get",
  path: at(path),
  tag,
  summary,
  access: "organization",
  answers: {
    200: { description: "A page.", schema, example: { items: [item], next_cursor: null } },
  },
  checksParameters: true,
  ...rest,
  parameters: [...(rest.parameters ?? []), ...paging],
});
