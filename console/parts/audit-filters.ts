import { html, nothing } from "lit";
import { dayOf } from "../../shared/time.ts";
import type { Form } from "../controllers/form.ts";
import { ACTIONS, actionText, actorText, KINDS, kindText } from "./audit-words.ts";
import { type FormValues, field } from "./field.ts";
import { dayBegins } from "./format.ts";

/** What the audit log is narrowed to, by the names in the query. They are in the address, so that it can be bookmarked and sent. */
export type AuditFilters = Record<string, string>;

const FIELDS = ["action", "kind", "actor", "from", "to"] as const;

export const auditFiltersIn = (query: URLSearchParams): AuditFilters =>
  Object.fromEntries([...FIELDS, "target"].flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? ""]] : [])));

/** As the form has them; those that narrow nothing are empty. */
export const readAuditFilters = (values: FormValues): AuditFilters =>
  Object.fromEntries(FIELDS.map((name) => [name, values.text(name)]));

const byLabel = (one: readonly [string, string], other: readonly [string, string]) => one[1].localeCompare(other[1]);

/** @param actors who was seen so far, by name */
export function auditFilterFields(form: Form, filters: AuditFilters, actors: ReadonlyMap<string, string>) {
  const folded = FIELDS.filter((name) => filters[name]).length;
  const select = (name: string, label: string, any: string, options: [string, string][]) => {
    const value = filters[name] ?? "";
    // An address may ask for what the list has no name for.
    const known = value === "" || options.some(([option]) => option === value);
    const all: [string, string][] = [
      ["", any],
      ...options.sort(byLabel),
      ...(known ? [] : [[value, value] as [string, string]]),
    ];
    return field(form, { kind: "select", name, label, value, options: all, plain: true });
  };
  const date = (name: string, label: string) =>
    field(form, { kind: "date", name, label, value: filters[name] ?? "", plain: true });
  const who = new Map([
    ["operator", actorText({ actor: "operator", actor_name: null })],
    ["service", "The service"],
    ...actors,
  ]);
  return html`<details ?open=${folded > 0}>
    <summary>Filters${folded > 0 ? html` <span class="badge">${folded}</span>` : nothing}</summary>
    <div class="columns">
      ${select("actor", "Who", "Everybody", [...who])}
      ${select(
        "action",
        "What was done",
        "Anything",
        ACTIONS.map((action) => [action, actionText(action)]),
      )}
      ${select(
        "kind",
        "Kind of thing",
        "Anything",
        KINDS.map((kind) => [kind, kindText(kind)]),
      )}
      ${date("from", "From")} ${date("to", "To")}
    </div>
    ${dayBegins(filters.from ?? dayOf(Date.now()))}
    <p class="buttons"><button class="primary">Search</button></p>
  </details>`;
}
