import { flattenTranslations, textOf } from "../../shared/translations.ts";
import { type Draft, edited, isColor, type Value } from "./draft.ts";
import { FIELDS, GROUPS, type Group, type Spec } from "./fields.ts";

export interface Pasted {
  draft: Draft;
  /** How many settings were taken. */
  taken: number;
  /** Those that were not, e.g. `designTokens.accent`. */
  left: string[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function fits(spec: Spec, value: unknown): value is Value {
  if (value === null) return true;
  switch (spec.kind) {
    case "color":
      return isColor(value) || (spec.auto && value === "auto");
    case "number":
      return Number.isInteger(value) && Number(value) >= spec.min && Number(value) <= spec.max;
    case "switch":
      return typeof value === "boolean";
    case "font":
    case "text":
    case "url":
      return typeof value === "string" && value.length <= spec.max;
  }
}

/**
 * Merges settings into a draft: what the playground gives, the body of `PATCH /admin/v1/projects/{id}`, or its
 * `widget_config` alone. What does not fit is left out and named.
 * @throws Error with a message for the reader where the text holds no settings
 */
export function paste(text: string, draft: Draft): Pasted {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${(error as Error).message}`);
  }
  const groups = isObject(value) && isObject(value.widget_config) ? value.widget_config : value;
  if (!isObject(groups)) throw new Error("Paste an object with designTokens, branding, copy or features");
  const result: Pasted = { draft, taken: 0, left: [] };
  for (const [name, settings] of Object.entries(groups)) {
    const group = GROUPS.find(([one]) => one === name)?.[0];
    if (!group || !isObject(settings)) result.left.push(name);
    else take(result, group, flattenTranslations(settings));
  }
  if (result.taken === 0) throw new Error("There are no settings of the widget in it");
  return result;
}

function take(result: Pasted, group: Group, settings: object): void {
  for (const [name, value] of Object.entries(settings)) {
    const spec = FIELDS[group][group === "copy" ? textOf(name) : name];
    if (!spec || !fits(spec, value)) {
      result.left.push(`${group}.${name}`);
      continue;
    }
    result.draft = edited(result.draft, group, name, value);
    result.taken++;
  }
}
