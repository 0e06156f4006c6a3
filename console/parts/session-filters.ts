import { html, nothing } from "lit";
import type { EndReason } from "../../shared/session.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import { dayOf } from "../../shared/time.ts";
import type { Agent } from "../answers.ts";
import type { Form } from "../controllers/form.ts";
import { to, withQuery } from "../router.ts";
import { type FormValues, field } from "./field.ts";
import { dayBegins } from "./format.ts";
import { END_LABELS } from "./session-badge.ts";

/** The filters of the sessions, by their names in the query. They are in the address, so that it can be bookmarked and sent. */
export type Filters = Record<string, string>;

const TEXTS = ["q", "from", "to", "agent", "reason", "rating", "min_credits"] as const;
/** Names of the query that a choice of lengths stands for. */
const DURATIONS: readonly [label: string, min: string, max: string][] = [
  ["Under 10 s", "", "9"],
  ["10 s to 1 min", "10", "60"],
  ["1 to 5 min", "60", "300"],
  ["Over 5 min", "300", ""],
];
const lengthValue = (min = "", max = "") => `${min}-${max}`;

const NAMES = [...TEXTS, "connected", "min_seconds", "max_seconds"];

export const filtersIn = (query: URLSearchParams): Filters =>
  Object.fromEntries(NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? ""]] : [])));

/** As the form has them; those that narrow nothing are empty. */
export function readFilters(values: FormValues): Filters {
  const [min_seconds = "", max_seconds = ""] = values.text("length").split("-");
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, values.text(name)])),
    connected: values.checked("failed") ? "false" : "",
    min_seconds,
    max_seconds,
  };
}

/** Where these conversations are listed, or one of them is shown: it keeps what the list was narrowed to. */
export const toSessions = (project_id: number, filters: Filters, id?: string): string =>
  withQuery(to.project(project_id, "sessions", id), filters);

/** The words in a row of their own; the rest folds away. */
export function filterFields(form: Form, filters: Filters, agents: readonly Agent[]) {
  const folded = Object.keys(filters).filter((name) => name !== "q").length;
  const any = (label: string): [string, string] => ["", label];
  const select = (name: string, label: string, options: readonly (readonly [string, string])[], value?: string) =>
    field(form, { kind: "select", name, label, value: value ?? filters[name] ?? "", options, plain: true });
  const length = lengthValue(filters.min_seconds, filters.max_seconds);
  return html`
    <div class="search-row">
      ${field(form, { kind: "text", name: "q", label: "Words in the conversation", value: filters.q ?? "", maxlength: LENGTHS.search, plain: true })}
      <button class="primary">Search</button>
    </div>
    <details ?open=${folded > 0}>
      <summary>Filters${folded > 0 ? html` <span class="badge">${folded}</span>` : nothing}</summary>
      <div class="columns">
        ${select("agent", "Agent", [any("All agents"), ...agents.map(({ id, name }) => [String(id), name] as const)])}
        ${field(form, { kind: "date", name: "from", label: "From", value: filters.from ?? "", plain: true })}
        ${field(form, { kind: "date", name: "to", label: "To", value: filters.to ?? "", plain: true })}
        ${select("reason", "Ended by", [any("Any"), ...(Object.entries(END_LABELS) as [EndReason, string][])])}
        ${select("rating", "Rating", [any("Any"), ...[1, 2, 3, 4, 5].map((star) => [String(star), `${star} of 5`] as const)])}
        ${select(
          "length",
          "Length",
          [["-", "Any"], ...DURATIONS.map(([label, min, max]) => [lengthValue(min, max), label] as const)],
          length,
        )}
        ${field(form, { kind: "number", name: "min_credits", label: "Cost at least", value: filters.min_credits ? Number(filters.min_credits) : null, min: 0, unit: "credits", plain: true })}
      </div>
      ${dayBegins(filters.from ?? dayOf(Date.now()))}
      ${field(form, { kind: "check", name: "failed", label: "Only failed starts", value: filters.connected === "false" })}
    </details>
  `;
}
