import { toJson } from "../../json.ts";

type Pairs = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === "string" ? value.trim() === "" : typeof value === "object" && Object.keys(value).length === 0);

/** Flat facts, which the agent's prompt may name as `{{variable}}`. `system__…` are the vendor's own. */
export function variablesOf(context: Pairs): Record<string, string | number | boolean> {
  const flat = Object.entries(context).filter(([name, value]) => {
    if (isEmpty(value) || name.trim() === "" || name.startsWith("system__")) return false;
    return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  });
  return Object.fromEntries(flat) as Record<string, string | number | boolean>;
}

/** All facts with a value, as JSON; empty if there are none. */
export function worthTelling(context: Pairs): string {
  const pairs = Object.entries(context).filter(([name, value]) => name.trim() !== "" && !isEmpty(value));
  return pairs.length ? toJson(Object.fromEntries(pairs)) : "";
}
