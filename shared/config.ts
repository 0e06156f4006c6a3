import * as z from "zod";
import { id, integer } from "./base.ts";
import { PROVIDERS } from "./providers.ts";

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
/** A font stack: names, quotes, commas; nothing that ends a declaration or loads a file. */
const font = z
  .string()
  .max(200)
  .regex(/^[\p{L}\p{N} ,'"_-]+$/u, "Write font names separated by commas");
const httpUrl = z.url({ protocol: /^https?$/ }).max(2_048);
const label = (max = 120) => z.string().trim().max(max);

export const designTokens = z.strictObject({
  /** Buttons, links and the visual. */
  accent: color.default("#2f5bea"),
  /** Text on the accent; `auto` takes black or white, whichever reads better. */
  onAccent: themedColor.default("auto"),
  background: themedColor.default("auto"),
  surface: themedColor.default("auto"),
  text: themedColor.default("auto"),
  mutedText: themedColor.default("auto"),
  border: themedColor.default("auto"),
  danger: themedColor.default("auto"),
  fontFamily: font.default("system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"),
  /** Pixels. */
  fontSize: pixels(24).min(12).default(15),
  /** Corner radius of the panel and its controls, pixels. */
  radius: pixels(40).default(18),
  launcherRadius: pixels(40).default(32),
  /** Panel size on a desktop, pixels. */
  width: pixels(720).min(280).default(384),
  height: pixels(960).min(320).default(620),
  /** Distance from the window's edges, pixels. */
  offset: pixels(120).default(20),
  zIndex: integer().min(0).max(2_147_483_647).default(2_147_483_000),
});

export const branding = z.strictObject({
  /** Shown in the header instead of the agent's name. */
  title: label(60).nullable().default(null),
  subtitle: label(120).nullable().default(null),
  logoUrl: httpUrl.nullable().default(null),
  /** An image of the agent. */
  avatarUrl: httpUrl.nullable().default(null),
  privacyUrl: httpUrl.nullable().default(null),
  termsUrl: httpUrl.nullable().default(null),
  /** A line under the composer, e.g. who made this. */
  footer: label(120).nullable().default(null),
});

/** `null` takes the widget's own text in the visitor's language. */
const ownCopy = (max = 120) => label(max).nullable().default(null);
export const copy = z.strictObject({
  launcher: ownCopy(40),
  startCall: ownCopy(40),
  endCall: ownCopy(40),
  mute: ownCopy(40),
  unmute: ownCopy(40),
  send: ownCopy(40),
  inputPlaceholder: ownCopy(80),
  connecting: ownCopy(80),
  listening: ownCopy(80),
  thinking: ownCopy(80),
  speaking: ownCopy(80),
  ended: ownCopy(80),
  error: ownCopy(240),
  welcome: ownCopy(240),
  consent: ownCopy(1_000),
});

export const features = z.strictObject({
  voice: z.boolean().default(true),
  textInput: z.boolean().default(true),
  transcript: z.boolean().default(true),
  mute: z.boolean().default(true),
  levelMeter: z.boolean().default(true),
  feedback: z.boolean().default(true),
  greetingBubble: z.boolean().default(false),
  agentPicker: z.boolean().default(true),
  /** The microphone is open only while the visitor holds a button, or between two taps on it. */
  pushToTalk: z.boolean().default(false),
  /** Ask before anything is sent or recorded. */
  consent: z.boolean().default(false),
  analytics: z.boolean().default(true),
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
export type Copy = WidgetConfig["copy"];
export type Features = WidgetConfig["features"];

/** A change of stored values: group by group, `null` resets a value to its default. */
const patchOf = (group: { shape: Record<string, z.ZodType> }) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(group.shape).map(([key, field]) => [
        key,
        z.nullish(field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field),
      ]),
    ),
  );
export const widgetConfigPatch = z.strictObject({
  designTokens: patchOf(designTokens).nullish(),
  branding: patchOf(branding).nullish(),
  copy: patchOf(copy).nullish(),
  features: patchOf(features).nullish(),
});
export type WidgetConfigPatch = z.infer<typeof widgetConfigPatch>;

/** An agent as a page may know it. */
export const publicAgent = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  initial_message: z.string().nullable(),
  provider: z.enum(PROVIDERS),
  extprovider_convai_agent_id: z.string().nullable(),
});
export type PublicAgent = z.infer<typeof publicAgent>;

/** Answer of `GET /widget/v1/config`. `agent_id` is the agent a bound key works with. */
export const configAnswer = z.object({
  project_id: id,
  project_name: z.string(),
  widget_config: widgetConfig,
  agents: z.array(publicAgent),
  agent_id: id.nullable(),
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
