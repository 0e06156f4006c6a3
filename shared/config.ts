import * as z from "zod";
import { collectContact } from "./contacts.ts";
import { id, integer } from "./fields.ts";
import { FONT } from "./font.ts";
import { starters } from "./knowledge.ts";
import { byLanguage } from "./language-tag.ts";
import { hoursNow } from "./opening-hours.ts";
import { PROVIDERS } from "./providers.ts";
import { connectionType } from "./session.ts";
import { type Copy, SETTINGS, type Setting, type TextSetting, TRANSLATIONS } from "./settings.ts";
import { initialMessages } from "./speech-settings.ts";

/**
 * The schemas of the owner's look and words, made of `settings.ts`. Values are restricted to what cannot leave a CSS
 * declaration or a text node; the widget checks them again.
 */

/** `#rgb`, `#rrggbb` or `#rrggbbaa`: what a contrast can be computed from. */
const color = z
  .string()
  .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, "Write a colour as #rgb, #rrggbb or #rrggbbaa");
/** No `pattern` in the API's document: many languages cannot compile `\p{L}`. */
const font = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => FONT.test(value), {
      error: "Write font names separated by commas, each quote closed",
      abort: true,
    });
const text = ({ max, neverEmpty }: TextSetting) => {
  const written = z.string().trim().max(max);
  return neverEmpty ? written.min(1, neverEmpty) : written;
};

/** A value as it is set, without the default. */
function schemaOf(setting: Setting): z.ZodType {
  switch (setting.kind) {
    case "color":
      return setting.default === "auto" ? z.union([z.literal("auto"), color]) : color;
    case "font":
      return font(setting.max);
    case "number":
      return z.number().min(setting.min).max(setting.max);
    case "integer":
      return integer().min(setting.min).max(setting.max);
    case "text":
      return text(setting).nullable();
    case "url":
      return z
        .url({ protocol: /^https?$/ })
        .max(setting.max)
        .nullable();
    case "switch":
      return z.boolean();
  }
}

type Fields<Named extends Record<string, Setting>> = {
  [Name in keyof Named]: z.ZodDefault<z.ZodType<Named[Name]["default"]>>;
};
const fieldsOf = <Named extends Record<string, Setting>>(group: Named) =>
  Object.fromEntries(
    Object.entries(group).map(([name, setting]) => [
      name,
      schemaOf(setting).default(setting.default).describe(setting.about),
    ]),
  ) as Fields<Named>;

export const designTokens = z.strictObject(fieldsOf(SETTINGS.designTokens));
export const branding = z.strictObject(fieldsOf(SETTINGS.branding));

/** All translations together, as JSON, in characters: every page of the site loads them. */
export const MAX_TRANSLATIONS = 16_000;
/** The same words in one language. */
const words = <Field extends z.ZodType>(wrap: (text: z.ZodType<string>) => Field) =>
  z.strictObject(
    Object.fromEntries(Object.entries(SETTINGS.copy).map(([name, setting]) => [name, wrap(text(setting))])) as Record<
      keyof Copy,
      Field
    >,
  );

export const copy = z.strictObject({
  ...fieldsOf(SETTINGS.copy),
  translations: byLanguage(words((text) => text.optional()))
    .default({})
    .describe(TRANSLATIONS),
});
export const features = z.strictObject(fieldsOf(SETTINGS.features));

export const widgetConfig = z.strictObject({
  designTokens: designTokens.prefault({}),
  branding: branding.prefault({}),
  copy: copy.prefault({}),
  features: features.prefault({}),
});
export type WidgetConfig = z.infer<typeof widgetConfig>;

/** A change of stored values: group by group, `null` resets a value to its default. */
const patchOf = (group: { shape: Record<string, z.ZodType> }) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(group.shape).map(([key, field]) => [
        key,
        z
          .nullish(field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field)
          .describe(field.description ?? ""),
      ]),
    ),
  );
export const widgetConfigPatch = z.strictObject({
  designTokens: patchOf(designTokens).nullish(),
  branding: patchOf(branding).nullish(),
  copy: patchOf(copy)
    .extend({ translations: byLanguage(words((text) => text.nullish()).nullable()).nullish() })
    .nullish(),
  features: patchOf(features).nullish(),
});
export type WidgetConfigPatch = z.infer<typeof widgetConfigPatch>;

/** An agent as a page may know it. */
export const publicAgent = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  initial_message: z.string().nullable(),
  initial_messages: initialMessages
    .optional()
    .describe("The same by language; the best match for the visitor goes first."),
  provider: z.enum(PROVIDERS),
  extprovider_convai_agent_id: z.string().nullable(),
  connection: connectionType
    .nullable()
    .describe("How a session with the agent is connected, so that a client can fetch that code beside the session."),
  collect_contact: collectContact.nullable().describe("The contact form that the agent may show."),
  language: z.string().optional().describe("What it speaks, as a language tag; `auto` is the visitor's language."),
  starters: starters.optional().describe("Suggested questions, or those of each language by its tag."),
  person: z
    .object({ wait_seconds: integer() })
    .optional()
    .describe("Visitors may ask for a person, and wait so long for one."),
  speeds: z.boolean().optional().describe("Whether a start may choose how fast it speaks (`speed`)."),
});
export type PublicAgent = z.infer<typeof publicAgent>;

/** Answer of `GET /widget/v1/config`. `agent_id` is the agent a bound key works with. */
export const configAnswer = z.object({
  project_id: id,
  project_name: z.string(),
  widget_config: widgetConfig,
  agents: z.array(publicAgent),
  agent_id: id.nullable(),
  /** The launcher's words by language, where the owner wrote none. */
  launcher_labels: z.record(z.string(), z.string()),
  look: z
    .object({ light: z.record(z.string(), z.string()), dark: z.record(z.string(), z.string()) })
    .describe("The colours that the widget paints with in each theme, computed from `designTokens` for contrast."),
  turnstile: z
    .object({
      site_key: z.string(),
      script: z.string().describe("Address of Turnstile's script, for explicit rendering."),
    })
    .nullable()
    .describe("The challenge of Cloudflare Turnstile that a start needs a token of; `null` where none is asked for."),
  hours: hoursNow.describe("Whether the project is open; without opening hours it always is."),
});
export type ConfigAnswer = z.infer<typeof configAnswer>;

/** Answer of `GET /widget/v1/context`. */
export const contextAnswer = z.object({
  project_id: id,
  project_name: z.string(),
  org_id: id.nullable(),
  org_name: z.string().nullable(),
});
export type ContextAnswer = z.infer<typeof contextAnswer>;
