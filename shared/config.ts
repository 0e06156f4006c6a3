import * as z from "zod";
import { collectContact } from "./contacts.ts";
import { id, integer } from "./fields.ts";
import { FONT, MAX_FONT } from "./font.ts";
import { starters } from "./knowledge.ts";
import { byLanguage } from "./language-tag.ts";
import { hoursNow } from "./opening-hours.ts";
import { PROVIDERS } from "./providers.ts";
import { connectionType } from "./session.ts";
import { initialMessages } from "./speech-settings.ts";

/**
 * The owner's look and words. Every field has a default, so that a page never meets a gap.
 * Values are restricted to what cannot leave a CSS declaration or a text node; the widget checks them again.
 */

/** `#rgb`, `#rrggbb` or `#rrggbbaa`: what a contrast can be computed from. */
const color = z
  .string()
  .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, "Write a colour as #rgb, #rrggbb or #rrggbbaa");
/** `auto` follows the theme. */
const themedColor = z.union([z.literal("auto"), color]);
const pixels = (max: number) => z.number().min(0).max(max);
/** No `pattern` in the API's document: many languages cannot compile `\p{L}`. */
const font = z
  .string()
  .min(1)
  .max(MAX_FONT)
  .refine((value) => FONT.test(value), {
    error: "Write font names separated by commas, each quote closed",
    abort: true,
  });
const httpUrl = z.url({ protocol: /^https?$/ }).max(2_048);
const label = (max = 120) => z.string().trim().max(max);

export const designTokens = z.strictObject({
  accent: color.default("#2f5bea").describe("Buttons, links and the visual."),
  onAccent: themedColor
    .default("auto")
    .describe("Text on the accent; `auto` takes black or white, whichever reads better."),
  background: themedColor
    .default("auto")
    .describe("The panel's ground; `auto` follows the theme, here and in the colours below."),
  surface: themedColor.default("auto").describe("The agent's messages and the text field."),
  text: themedColor.default("auto").describe("Text; shifted until it has a contrast of 4.5:1 on every ground."),
  mutedText: themedColor.default("auto").describe("Hints and the status line; shifted like the text."),
  border: themedColor.default("auto").describe("Lines between areas."),
  danger: themedColor.default("auto").describe("The button that hangs up, and errors."),
  fontFamily: font
    .default("system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif")
    .describe("Names of fonts that the page already has; the widget loads none."),
  fontSize: pixels(24).min(12).default(15).describe("Text size in pixels."),
  radius: pixels(40).default(18).describe("Corner radius of the panel and its controls in pixels."),
  launcherRadius: pixels(40).default(32).describe("Corner radius of the launcher in pixels."),
  width: pixels(720)
    .min(280)
    .default(384)
    .describe("Width of the panel in pixels, on a desktop; a phone shows a sheet."),
  height: pixels(960).min(320).default(620).describe("Height of the panel in pixels, on a desktop."),
  offset: pixels(120).default(20).describe("Distance from the window's edges in pixels."),
  zIndex: integer().min(0).max(2_147_483_647).default(2_147_483_000).describe("The widget's `z-index`."),
});

export const branding = z.strictObject({
  title: label(60).nullable().default(null).describe("Shown in the header instead of the agent's name."),
  subtitle: label(120).nullable().default(null).describe("A line below the title."),
  logoUrl: httpUrl.nullable().default(null).describe("Address of an image for the header."),
  avatarUrl: httpUrl.nullable().default(null).describe("Address of an image of the agent."),
  privacyUrl: httpUrl.nullable().default(null).describe("Address of the privacy page, linked in the footer."),
  termsUrl: httpUrl.nullable().default(null).describe("Address of the terms, linked in the footer."),
  footer: label(120).nullable().default(null).describe("A line under the composer, e.g. who made this."),
});

/** `null` takes the widget's own text in the visitor's language. */
const ownCopy = (max = 120) => label(max).nullable().default(null);
const ownWords = {
  launcher: ownCopy(40).describe("On the launcher."),
  startCall: ownCopy(40).describe("On the button that starts a call."),
  endCall: ownCopy(40).describe("On the button that ends a call."),
  mute: ownCopy(40).describe("On the button that mutes the microphone."),
  unmute: ownCopy(40).describe("On the same button while muted."),
  send: ownCopy(40).describe("Name of the button that sends what was typed."),
  inputPlaceholder: ownCopy(80).describe("In the empty text field."),
  connecting: ownCopy(80).describe("Status while connecting."),
  listening: ownCopy(80).describe("Status while the agent listens."),
  thinking: ownCopy(80).describe("Status while the agent thinks."),
  speaking: ownCopy(80).describe("Status while the agent speaks."),
  ended: ownCopy(80).describe("Status after the end."),
  error: ownCopy(240).describe("When something fails."),
  aiNotice: label(60)
    .min(1, "Write a text, or null for the widget's own: visitors must see that they talk to a machine")
    .nullable()
    .default(null)
    .describe("Beside the agent's name: that visitors talk to a machine. It may say so in other words, never nothing."),
  welcome: ownCopy(240).describe("Above the button that starts a call, and in the greeting beside the launcher."),
  consent: ownCopy(1_000).describe("The question for consent, where `consent` is on."),
};

/** All translations together, as JSON, in characters: every page of the site loads them. */
export const MAX_TRANSLATIONS = 16_000;
type Word = keyof typeof ownWords;
/** The same words in one language. */
const words = <Field extends z.ZodType>(wrap: (text: z.ZodType<string>) => Field) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(ownWords).map(([name, field]) => [name, wrap(field.unwrap().unwrap())]),
    ) as Record<Word, Field>,
  );

export const copy = z.strictObject({
  ...ownWords,
  translations: byLanguage(words((text) => text.optional()))
    .default({})
    .describe("The same words by language, e.g. `de` or `pt-BR`, for visitors who read it; others see the plain ones."),
});

export const features = z.strictObject({
  voice: z.boolean().default(true).describe("Calls by voice."),
  textInput: z.boolean().default(true).describe("Typing."),
  transcript: z.boolean().default(true).describe("What was said, as text."),
  mute: z.boolean().default(true).describe("A button that mutes the microphone."),
  levelMeter: z.boolean().default(true).describe("The visual that moves with the voices."),
  feedback: z.boolean().default(true).describe("Ask for a rating at the end."),
  greetingBubble: z.boolean().default(false).describe("A greeting beside the closed launcher."),
  agentPicker: z.boolean().default(true).describe("Let visitors choose where the project has several agents."),
  pushToTalk: z
    .boolean()
    .default(false)
    .describe("The microphone is open only while the visitor holds a button, or between two taps on it."),
  talkModeChoice: z
    .boolean()
    .default(true)
    .describe("Visitors may choose between hands-free and push-to-talk; `pushToTalk` is where they begin."),
  pause: z.boolean().default(true).describe("A button that lets both sides rest; the call's time goes on."),
  acrossPages: z
    .boolean()
    .default(false)
    .describe(
      "A conversation goes on from page to page of the site: the next page takes a call up by itself. A page that was left holds its voice line for up to 30 seconds.",
    ),
  consent: z.boolean().default(false).describe("Ask before anything is sent or recorded."),
  analytics: z.boolean().default(true).describe("Count views and calls: numbers only, never who."),
});

export const widgetConfig = z.strictObject({
  designTokens: designTokens.prefault({}),
  branding: branding.prefault({}),
  copy: copy.prefault({}),
  features: features.prefault({}),
});
export type WidgetConfig = z.infer<typeof widgetConfig>;
export type DesignTokens = WidgetConfig["designTokens"];
export type Branding = WidgetConfig["branding"];
/** The words for one reader. */
export type Copy = Omit<WidgetConfig["copy"], "translations">;
export type Features = WidgetConfig["features"];

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
