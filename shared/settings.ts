// Long: one table of all settings, each with its words.
import { MAX_FONT } from "./font.ts";
import { LENGTHS } from "./text-lengths.ts";

/**
 * The owner's look and words: every setting, declared once. The schema (`config.ts`), the widget, the console's look, the
 * playground and the docs follow from it. Plain TypeScript; the widget's build takes over what it needs as values
 * (`scripts/build/computed.ts`), so that nothing of the prose reaches a page.
 * Every setting has a default, so that a page never meets a gap.
 */

interface Shown {
  /** What the console calls it. */
  label: string;
  /** What it does, for the API's document, the docs and the playground. */
  about: string;
  /** What the console says below it. */
  hint?: string;
}
/** `#rgb`, `#rrggbb` or `#rrggbbaa`; `auto` only where that is the default. */
export type ColorSetting = Shown & { kind: "color"; default: string };
/** `auto` is the widget's own colour in each theme. */
export type ThemedSetting = ColorSetting & { light: string; dark: string };
/** `max` is in characters. */
export type FontSetting = Shown & { kind: "font"; default: string; max: number };
interface Range {
  default: number;
  min: number;
  max: number;
}
export type NumberSetting = Shown & Range & { kind: "number" | "integer"; unit: string };
/**
 * `null` takes the widget's own text in the visitor's language, or shows nothing. `max` is in characters; `neverEmpty` is
 * what is said of an empty text, where there must be one.
 */
export type TextSetting = Shown & { kind: "text" | "url"; default: string | null; max: number; neverEmpty?: string };
export type SwitchSetting = Shown & { kind: "switch"; default: boolean };
export type Setting = ColorSetting | FontSetting | NumberSetting | TextSetting | SwitchSetting;
type Settings = Record<string, Setting>;

type Words = [label: string, about: string, hint?: string];
const shown = ([label, about, hint]: Words): Shown => ({ label, about, hint });
const color = (standard: string, ...words: Words): ColorSetting => ({
  kind: "color",
  default: standard,
  ...shown(words),
});
const themed = (light: string, dark: string, ...words: Words): ThemedSetting => ({
  ...color("auto", ...words),
  light,
  dark,
});
const font = (standard: string, ...words: Words): FontSetting => ({
  kind: "font",
  default: standard,
  max: MAX_FONT,
  ...shown(words),
});
const pixels = (range: Range, ...words: Words): NumberSetting => ({
  kind: "number",
  ...range,
  unit: "px",
  ...shown(words),
});
const text = (range: { max: number }, ...words: Words): TextSetting => ({
  kind: "text",
  default: null,
  ...range,
  ...shown(words),
});
const url = (...words: Words): TextSetting => ({ ...text({ max: LENGTHS.url }, ...words), kind: "url" });
const on = (...words: Words): SwitchSetting => ({ kind: "switch", default: true, ...shown(words) });
const off = (...words: Words): SwitchSetting => ({ ...on(...words), default: false });

const designTokens = {
  accent: color("#2f5bea", "Accent", "Buttons, links and the visual.", "Buttons, links and the visual."),
  onAccent: color(
    "auto",
    "Text on accent",
    "Text on the accent; `auto` takes black or white, whichever reads better.",
    "auto: black or white, whichever is easier to read.",
  ),
  background: themed(
    "#ffffff",
    "#14161c",
    "Background",
    "The panel's ground; `auto` follows the theme, here and in the colours below.",
    "auto: follows the visitor’s light or dark theme, here and below.",
  ),
  surface: themed("#f4f5f8", "#20232c", "Surface", "The agent's messages and the text field."),
  text: themed("#14171f", "#f1f3f8", "Text", "Text; shifted until it has a contrast of 4.5:1 on every ground."),
  mutedText: themed("#5b6272", "#a3aabb", "Quiet text", "Hints and the status line; shifted like the text."),
  border: themed("#e3e6ec", "#2f3440", "Border", "Lines between areas."),
  danger: themed(
    "#cc2f45",
    "#f0566b",
    "Danger",
    "The button that hangs up, and errors.",
    "The button that ends the call.",
  ),
  fontFamily: font(
    "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    "Fonts",
    "Names of fonts that the page already has; the widget loads none.",
    "Fonts that your page already loads; the widget loads none.",
  ),
  fontSize: pixels({ default: 15, min: 12, max: 24 }, "Text size", "Text size in pixels."),
  radius: pixels({ default: 18, min: 0, max: 40 }, "Corners", "Corner radius of the panel and its controls in pixels."),
  launcherRadius: pixels(
    { default: 32, min: 0, max: 40 },
    "Launcher corners",
    "Corner radius of the launcher in pixels.",
  ),
  width: pixels(
    { default: 384, min: 280, max: 720 },
    "Panel width",
    "Width of the panel in pixels, on a desktop; a phone shows a sheet.",
    "On a desktop; on a phone the panel is a sheet.",
  ),
  height: pixels({ default: 620, min: 320, max: 960 }, "Panel height", "Height of the panel in pixels, on a desktop."),
  offset: pixels(
    { default: 20, min: 0, max: 120 },
    "Distance from the edges",
    "Distance from the window's edges in pixels.",
  ),
  zIndex: {
    ...pixels({ default: 2_147_483_000, min: 0, max: 2_147_483_647 }, "Stacking order", "The widget's `z-index`."),
    kind: "integer",
    unit: "z-index",
  },
} satisfies Settings;

const branding = {
  title: text({ max: 60 }, "Title", "Shown in the header instead of the agent's name.", "Instead of the agent’s name."),
  subtitle: text({ max: 120 }, "Subtitle", "A line below the title."),
  logoUrl: url(
    "Logo",
    "Address of an image for the header.",
    "Address of an image. It is not shown here: the console loads nothing from other servers.",
  ),
  avatarUrl: url("Picture of the agent", "Address of an image of the agent.", "Address of an image."),
  privacyUrl: url("Privacy page", "Address of the privacy page, linked in the footer."),
  termsUrl: url("Terms page", "Address of the terms, linked in the footer."),
  footer: text(
    { max: 120 },
    "Footer",
    "A line under the composer, e.g. who made this.",
    "A line below the text field, e.g. who made this.",
  ),
} satisfies Settings;

const copy = {
  launcher: text({ max: 40 }, "Launcher", "On the launcher."),
  startCall: text({ max: 40 }, "Start call", "On the button that starts a call."),
  endCall: text({ max: 40 }, "End call", "On the button that ends a call."),
  mute: text({ max: 40 }, "Mute", "On the button that mutes the microphone."),
  unmute: text({ max: 40 }, "Unmute", "On the same button while muted."),
  send: text({ max: 40 }, "Send", "Name of the button that sends what was typed."),
  inputPlaceholder: text({ max: 80 }, "Placeholder of the text field", "In the empty text field."),
  connecting: text({ max: 80 }, "While connecting", "Status while connecting."),
  listening: text({ max: 80 }, "While listening", "Status while the agent listens."),
  thinking: text({ max: 80 }, "While thinking", "Status while the agent thinks."),
  speaking: text({ max: 80 }, "While speaking", "Status while the agent speaks."),
  ended: text({ max: 80 }, "After the end", "Status after the end."),
  error: text({ max: 240 }, "When something fails", "When something fails."),
  aiNotice: {
    ...text(
      { max: 60 },
      "AI notice",
      "Beside the agent's name: that visitors talk to a machine. It may say so in other words, never nothing.",
    ),
    neverEmpty: "Write a text, or null for the widget's own: visitors must see that they talk to a machine",
  },
  welcome: text(
    { max: 240 },
    "Welcome",
    "Above the button that starts a call, and in the greeting beside the launcher.",
  ),
  consent: text({ max: 1_000 }, "Question for consent", "The question for consent, where `consent` is on."),
} satisfies Settings;

const features = {
  voice: on("Voice", "Calls by voice.", "Visitors may call the agent and talk with it."),
  textInput: on("Typing", "Typing.", "Visitors may write to the agent, also during a call."),
  transcript: on("Transcript", "What was said, as text.", "What was said, as text."),
  mute: on("Mute button", "A button that mutes the microphone.", "In a call the visitor can mute the microphone."),
  levelMeter: on(
    "Visual that moves with the voice",
    "The visual that moves with the voices.",
    "The agent’s picture moves with what is said, so that visitors see that they are heard.",
  ),
  feedback: on(
    "Ask for a rating at the end",
    "Ask for a rating at the end.",
    "Visitors may say how it was; you find it in sessions and statistics.",
  ),
  greetingBubble: off(
    "Greeting beside the closed launcher",
    "A greeting beside the closed launcher.",
    "A bubble with the text Welcome, which opens the panel and can be closed.",
  ),
  agentPicker: on(
    "Let visitors choose between agents",
    "Let visitors choose where the project has several agents.",
    "Where the project has several: they choose before the conversation begins.",
  ),
  pushToTalk: off(
    "Open the microphone only while a button is held",
    "The microphone is open only while the visitor holds a button, or between two taps on it.",
    "Or between two taps on it. For places where others talk, too.",
  ),
  talkModeChoice: on(
    "Let visitors choose between hands-free and push-to-talk",
    "Visitors may choose between hands-free and push-to-talk; `pushToTalk` is where they begin.",
    "They find it in the sound settings; the switch above is where they begin.",
  ),
  pause: on(
    "Pause button",
    "A button that lets both sides rest; the call's time goes on.",
    "The call's time keeps running.",
  ),
  acrossPages: off(
    "Calls go on from page to page",
    "A conversation goes on from page to page of the site: the next page takes a call up by itself. A page that was left holds its voice line for up to 30 seconds.",
    "The next page of the site takes the call up by itself. A page that was left holds its voice line for up to 30 seconds; without this, it is free at once.",
  ),
  acrossSubdomains: off(
    "Conversations go on on other subdomains",
    "A conversation goes on on other subdomains that the key names: what was said is shown there, and goes on as the visitor does. Sets one cookie, for five minutes, as a page is left in a conversation.",
    "Of those that the website’s allowed domains name, in writing as well. Sets one cookie on the visitor’s browser, for five minutes, as a page is left in a conversation.",
  ),
  consent: off(
    "Ask for consent first",
    "Ask before anything is sent or recorded.",
    "Before anything is sent or recorded.",
  ),
  analytics: on(
    "Count views and calls",
    "Count views and calls: numbers only, never who.",
    "Only numbers, without identifying visitors.",
  ),
} satisfies Settings;

export const SETTINGS = { designTokens, branding, copy, features } as const;
export type Group = keyof typeof SETTINGS;
export const GROUPS = Object.keys(SETTINGS) as Group[];
/** The settings of a group by their names, which nobody's types know beforehand. */
export const settingsOf = (group: Group): Settings => SETTINGS[group];
/** What an owner calls a group. */
export const GROUP_LABELS: Record<Group, string> = {
  designTokens: "Colours and shape",
  branding: "Branding",
  copy: "Words",
  features: "Features",
};
/** The one setting of `copy` that is no text: the others by language. */
export const TRANSLATIONS =
  "The same words by language, e.g. `de` or `pt-BR`, for visitors who read it; others see the plain ones.";

export type Values<Named extends Settings> = { [Name in keyof Named]: Named[Name]["default"] };
export const defaultsOf = <Named extends Settings>(group: Named): Values<Named> =>
  Object.fromEntries(Object.entries(group).map(([name, setting]) => [name, setting.default])) as Values<Named>;

export type DesignTokens = Values<typeof designTokens>;
export type Branding = Values<typeof branding>;
/** The words for one reader. */
export type Copy = Values<typeof copy>;
export type Features = Values<typeof features>;
