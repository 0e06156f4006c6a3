import { ERRORS, type ErrorCode } from "../../shared/errors.ts";
import * as name from "./examples/names.ts";
import { Delivery } from "./examples/webhooks.ts";
import type { Parameter } from "./parameters.ts";

type Described = Pick<Parameter, "description" | "schema" | "example">;

const text = (description: string, example: unknown): Described => ({
  description,
  schema: { type: "string" },
  example,
});

/** What a path names, besides `:id`. */
const NAMES: Record<string, Described> = {
  session_id: text("The session, as its start answered.", name.sessionId),
  key: text("A channel's `public_id`, as its snippet has it, or a key.", name.key),
  subject: text("The visitor's `user_id` or `visitor_id`, percent-encoded.", "customer-88"),
  name: text("One of the plan's tables.", "organizations"),
};

/** Ids that are no numbers, by what they name. */
const TEXT_IDS: Record<string, unknown> = { session: name.sessionId, delivery: Delivery.id };

/** What an id after this part of a path names: `/projects/{id}/keys` a project; a ledger is its organization's. */
const itemOf = (collection: string) =>
  collection === "ledgers" ? "organization" : collection.replace(/ies$/, "y").replace(/s$/, "");

function idAfter(collection: string): Described {
  const one = itemOf(collection);
  return one in TEXT_IDS
    ? text(`The ${one}.`, TEXT_IDS[one])
    : { description: `The ${one}.`, schema: { type: "integer", minimum: 1 }, example: 3 };
}

/** The `{names}` of a path, and what stands before each. */
const namesIn = (path: string): { name: string; before: string }[] => {
  const parts = path.split("/");
  return parts.flatMap((part, at) =>
    part.startsWith("{") ? [{ name: part.slice(1, part.indexOf("}")), before: parts[at - 1] ?? "" }] : [],
  );
};

/**
 * The parameters of a path like `/projects/{id}/subjects/{subject}`.
 * @throws Error that says which is not described
 */
export const pathParameters = (path: string): Parameter[] =>
  namesIn(path).map(({ name, before }) => {
    const described = name === "id" ? idAfter(before) : NAMES[name];
    if (!described) throw new Error(`${path}: say what {${name}} is in worker/openapi/path-parameters.ts`);
    return { name, in: "path", required: true, ...described };
  });

/**
 * The refusal of an `{id}` that names nothing.
 * @throws Error that says that the service knows none
 */
export function notFoundOf(path: string): ErrorCode[] {
  const id = namesIn(path).find(({ name }) => name === "id");
  if (!id) return [];
  const code = `${itemOf(id.before)}_not_found`;
  if (!(code in ERRORS)) throw new Error(`${path}: \`shared/errors.ts\` has no ${code} for its {id}`);
  return [code as ErrorCode];
}
