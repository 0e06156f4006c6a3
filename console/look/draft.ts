import type { WidgetConfig, WidgetConfigPatch } from "../../shared/config.ts";
import { GROUPS, type Group, type Setting, settingsOf } from "../../shared/settings.ts";
import { HEX } from "../../shared/theme/hex.ts";
import { flattenTranslations, nestTranslations, textName, textOf } from "../../shared/translations.ts";

export type Value = string | number | boolean | null;
/**
 * What the owner set, as it is being edited; an absent or `null` value means the default. A word for one language is
 * named `translations.de.welcome`.
 */
export type Draft = Record<Group, Record<string, Value>>;

/** The stored values, without those that equal the default. */
export function draftOf(stored: WidgetConfigPatch): Draft {
  const draft: Draft = { designTokens: {}, branding: {}, copy: {}, features: {} };
  for (const group of GROUPS)
    for (const [name, value] of Object.entries(flattenTranslations(stored[group] ?? {})) as [
      string,
      Value | undefined,
    ][])
      if (value !== null && value !== undefined && value !== presetOf(group, name)) draft[group][name] = value;
  return draft;
}

export const edited = (draft: Draft, group: Group, name: string, value: Value): Draft => ({
  ...draft,
  [group]: { ...draft[group], [name]: value === presetOf(group, name) ? null : value },
});

/** What has to be sent to get from `before` to `after`: `null` resets a value. Empty where nothing changed. */
export function patchOf(before: Draft, after: Draft): Partial<Draft> {
  const patch: Partial<Draft> = {};
  for (const group of GROUPS) {
    const names = new Set([...Object.keys(before[group]), ...Object.keys(after[group])]);
    for (const name of names) {
      const value = after[group][name] ?? null;
      if (value === (before[group][name] ?? null)) continue;
      patch[group] = { ...patch[group], [name]: value };
    }
  }
  return patch;
}

/** The patch as the service takes it. */
export const bodyOf = (patch: Partial<Draft>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(patch).map(([group, values]) => [group, nestTranslations(values)]));

export const countOf = (patch: Partial<Draft>): number =>
  Object.values(patch).reduce((sum, group) => sum + Object.keys(group).length, 0);

/** The draft over the defaults for readers of `language`, without what cannot be drawn yet, e.g. a colour half typed. */
export function effective(draft: Draft, language: string): WidgetConfig {
  const config: Draft = { designTokens: {}, branding: {}, copy: {}, features: {} };
  for (const group of GROUPS)
    for (const [name, setting] of Object.entries(settingsOf(group))) {
      const value = (group === "copy" ? draft.copy[textName(language, name)] : null) ?? draft[group][name] ?? null;
      const drawable =
        value !== null &&
        (setting.kind !== "color" || isColorFor(setting, value)) &&
        (!("min" in setting) || (typeof value === "number" && value >= setting.min && value <= setting.max));
      config[group][name] = drawable ? value : setting.default;
    }
  return config as unknown as WidgetConfig;
}

export const settingOf = (group: Group, name: string): Setting | undefined =>
  settingsOf(group)[group === "copy" ? textOf(name) : name];
const presetOf = (group: Group, name: string) => settingOf(group, name)?.default;

export const isColor = (value: unknown): value is string => typeof value === "string" && HEX.test(value);
/** Whether a colour setting may have the value. */
export const isColorFor = (setting: Setting, value: unknown): boolean =>
  isColor(value) || (value === "auto" && setting.default === "auto");
