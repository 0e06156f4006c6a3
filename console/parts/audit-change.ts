import { html, nothing, type TemplateResult } from "lit";
import { isObject } from "../../shared/is-object.ts";
import type { AuditEntry } from "../answers.ts";
import { count, words } from "./format.ts";

/** One value that changed, by its place, as `look › colours and shape › accent`. `before` is left out where nobody kept it. */
interface Changed {
  place: string;
  now: unknown;
  before?: unknown;
}

type Values = Record<string, unknown>;

/** What the API calls otherwise than the console does. */
const PLACES: Record<string, string> = {
  project_id: "site ID",
  org_id: "organization ID",
  agent_id: "agent ID",
  session_id: "conversation ID",
  url: "address",
  widget_config: "look",
  designTokens: "colours and shape",
  copy: "words",
};

function valuesIn(change: Values, before: Values | null, within: readonly string[] = []): Changed[] {
  return Object.entries(change).flatMap(([name, now]) => {
    const path = [...within, PLACES[name] ?? words(name)];
    const known = before !== null && name in before;
    const was = known ? before[name] : undefined;
    const inside = isObject(now) && (!known || isObject(was));
    if (inside && Object.keys(now).length > 0) return valuesIn(now, known ? (was as Values) : null, path);
    return [{ place: path.join(" › "), now, ...(known && { before: was }) }];
  });
}

/** What an entry changed. */
export function changesOf({ change, before }: Pick<AuditEntry, "change" | "before">): Changed[] {
  if (change === null || change === undefined) return [];
  if (!isObject(change)) return [{ place: "change", now: change }];
  return valuesIn(change, isObject(before) ? before : null);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return count(value);
  if (Array.isArray(value) && value.length === 0) return "nothing";
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** Characters that two texts share which stand beside what differs. */
const BESIDE = 60;

/** The differing parts of two texts, with a little of what they share around them. */
export function around(one: string, other: string): [one: string, other: string] {
  const shortest = Math.min(one.length, other.length);
  let head = 0;
  while (head < shortest && one[head] === other[head]) head++;
  let tail = 0;
  while (tail < shortest - head && one.at(-1 - tail) === other.at(-1 - tail)) tail++;
  const [from, left] = [Math.max(0, head - BESIDE), Math.max(0, tail - BESIDE)];
  const part = (text: string) =>
    `${from > 0 ? "… " : ""}${text.slice(from, text.length - left)}${left > 0 ? " …" : ""}`;
  return [part(one), part(other)];
}

function line({ place, now, ...known }: Changed) {
  const text = textOf(now);
  if (!("before" in known)) return html`<div><dt>${place}</dt><dd><span dir="auto">${text}</span></dd></div>`;
  const [was, is] = around(textOf(known.before), text);
  return html`<div>
    <dt>${place}</dt>
    <dd>
      <del dir="auto"><span class="visually-hidden">Before: </span>${was}</del
      ><span class="arrow" aria-hidden="true">→</span><ins dir="auto"><span class="visually-hidden">Now: </span>${is}</ins>
    </dd>
  </div>`;
}

/** A value up to this size is shown in its row; a longer one is folded. */
const OPEN = { lines: 2, characters: 60 };
/** Places that a folded row names; those beyond are counted. */
const NAMED = 4;

function named(places: readonly string[]): string {
  const rest = places.length - NAMED;
  return rest > 1 ? `${places.slice(0, NAMED).join(", ")} and ${rest} more` : places.join(", ");
}

export function changeShown(entry: Pick<AuditEntry, "change" | "before">): TemplateResult | typeof nothing {
  const changes = changesOf(entry);
  if (changes.length === 0) return entry.change ? html`<span class="muted">Saved as it was</span>` : nothing;
  const list = html`<dl class="changes">${changes.map(line)}</dl>`;
  const length = ({ now, before }: Changed) => textOf(now).length + textOf(before).length;
  const short = changes.length <= OPEN.lines && changes.every((one) => length(one) <= OPEN.characters);
  if (short) return list;
  return html`<details><summary>${named(changes.map(({ place }) => place))}</summary>${list}</details>`;
}
