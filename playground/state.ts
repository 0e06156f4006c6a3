import { type Group, settingsOf } from "../shared/settings.ts";
import { nestTranslations, textOf } from "../shared/translations.ts";
import type { AttributeOption } from "./options.ts";

export type Value = string | number | boolean | null;

/** All values that differ from their default. A text for one language is named `translations.de.welcome`. */
export interface Choices {
  attributes: Readonly<Record<string, string>>;
  settings: Readonly<Record<Group, Readonly<Record<string, Value>>>>;
}

export const NOTHING: Choices = {
  attributes: {},
  settings: { designTokens: {}, branding: {}, copy: {}, features: {} },
};

const without = <T>(record: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));

/** An empty text removes the attribute; so does its default. */
export function withAttribute(choices: Choices, { name, fallback }: AttributeOption, value: string | null): Choices {
  const others = without(choices.attributes, name);
  const attributes = value === null || value === fallback ? others : { ...others, [name]: value };
  return { ...choices, attributes };
}

export function withSetting(choices: Choices, group: Group, name: string, value: Value): Choices {
  const fallback = settingsOf(group)[group === "copy" ? textOf(name) : name]?.default;
  const others = without(choices.settings[group], name);
  const changed = value === null || value === fallback ? others : { ...others, [name]: value };
  return { ...choices, settings: { ...choices.settings, [group]: changed } };
}

/** The settings as the service keeps them. */
export const stored = (settings: Choices["settings"]): Record<string, Record<string, unknown>> =>
  Object.fromEntries(Object.entries(settings).map(([name, group]) => [name, nestTranslations(group)]));

/** Body of `PATCH /admin/v1/projects/{id}`. */
export function patchBody({ settings }: Choices): string {
  const changed = Object.fromEntries(
    Object.entries(stored(settings)).filter(([, group]) => Object.keys(group).length > 0),
  );
  return JSON.stringify({ widget_config: changed }, null, 2);
}

const quoted = (value: string) =>
  value.includes('"') && !value.includes("'")
    ? `'${value.replaceAll("&", "&amp;")}'`
    : `"${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;

const written = (prefix: string, attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes)
    .map(([name, value]) => `\n  ${prefix}${name}${value === "" ? "" : `=${quoted(value)}`}`)
    .join("");

export type Form = "element" | "script";

/** The tags that a site's owner pastes. */
export function snippet(form: Form, origin: string, key: string, { attributes }: Choices): string {
  const all = { "api-key": key || "svc_pk_…", ...attributes };
  if (form === "script") return `<script async src="${origin}/voice-widget.js"${written("data-", all)}\n></script>`;
  return `<script type="module" src="${origin}/voice-widget.js"></script>\n<voice-widget${written("", all)}\n></voice-widget>`;
}
