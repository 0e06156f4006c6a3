import { isObject } from "../../shared/is-object.ts";
import { GROUPS, type Group, type Setting } from "../../shared/settings.ts";
import { flattenTranslations } from "../../shared/translations.ts";
import { type Draft, edited, isColorFor, settingOf, type Value } from "./draft.ts";

export interface Pasted {
  draft: Draft;
  /** How many settings were taken. */
  taken: number;
  /** Those that were not, e.g. `designTokens.accent`. */
  left: string[];
}

function fits(setting: Setting, value: unknown): value is Value {
  if (value === null) return true;
  switch (setting.kind) {
    case "color":
      return isColorFor(setting, value);
    case "number":
    case "integer":
      return Number.isInteger(value) && Number(value) >= setting.min && Number(value) <= setting.max;
    case "switch":
      return typeof value === "boolean";
    case "font":
    case "text":
    case "url":
      return typeof value === "string" && value.length <= setting.max;
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
    const group = GROUPS.find((one) => one === name);
    if (!group || !isObject(settings)) result.left.push(name);
    else take(result, group, flattenTranslations(settings));
  }
  if (result.taken === 0) throw new Error("There are no settings of the widget in it");
  return result;
}

function take(result: Pasted, group: Group, settings: object): void {
  for (const [name, value] of Object.entries(settings)) {
    const setting = settingOf(group, name);
    if (!setting || !fits(setting, value)) {
      result.left.push(`${group}.${name}`);
      continue;
    }
    result.draft = edited(result.draft, group, name, value);
    result.taken++;
  }
}
