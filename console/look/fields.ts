import type { Branding, Copy, DesignTokens, Features, WidgetConfig } from "../../shared/config.ts";

/**
 * The owner's look and words as form fields. The types hold the names equal to `shared/config.ts`, and a test holds the
 * limits and defaults equal to its schema: zod itself is larger than this whole console.
 */
export type Spec =
  | { kind: "color"; label: string; value: string; auto: boolean; hint?: string }
  | { kind: "font"; label: string; value: string; max: number; hint?: string }
  | { kind: "number"; label: string; value: number; min: number; max: number; unit: string; hint?: string }
  | { kind: "text"; label: string; value: null; max: number; hint?: string; placeholder?: string }
  | { kind: "url"; label: string; value: null; max: number; hint?: string }
  | { kind: "switch"; label: string; value: boolean; hint?: string };

export type Group = keyof WidgetConfig;

const color = (label: string, hint?: string): Spec => ({ kind: "color", label, value: "auto", auto: true, hint });
const pixels = (label: string, value: number, min: number, max: number, hint?: string): Spec => ({
  kind: "number",
  label,
  value,
  min,
  max,
  unit: "px",
  hint,
});
const text = (label: string, max: number, hint?: string): Spec => ({ kind: "text", label, value: null, max, hint });
const url = (label: string, hint?: string): Spec => ({ kind: "url", label, value: null, max: 2_048, hint });
const on = (label: string, hint?: string): Spec => ({ kind: "switch", label, value: true, hint });
const off = (label: string, hint?: string): Spec => ({ kind: "switch", label, value: false, hint });

const designTokens: Record<keyof DesignTokens, Spec> = {
  accent: { kind: "color", label: "Accent", value: "#2f5bea", auto: false, hint: "Buttons, links and the visual." },
  onAccent: color("Text on accent", "auto: black or white, whichever is easier to read."),
  background: color("Background", "auto: follows the visitor’s light or dark theme, here and below."),
  surface: color("Surface"),
  text: color("Text"),
  mutedText: color("Quiet text"),
  border: color("Border"),
  danger: color("Danger", "The button that ends the call."),
  fontFamily: {
    kind: "font",
    label: "Fonts",
    value: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    max: 200,
    hint: "Fonts that your page already loads; the widget loads none.",
  },
  fontSize: pixels("Text size", 15, 12, 24),
  radius: pixels("Corners", 18, 0, 40),
  launcherRadius: pixels("Launcher corners", 32, 0, 40),
  width: pixels("Panel width", 384, 280, 720, "On a desktop; on a phone the panel is a sheet."),
  height: pixels("Panel height", 620, 320, 960),
  offset: pixels("Distance from the edges", 20, 0, 120),
  zIndex: {
    kind: "number",
    label: "Stacking order",
    value: 2_147_483_000,
    min: 0,
    max: 2_147_483_647,
    unit: "z-index",
  },
};

const branding: Record<keyof Branding, Spec> = {
  title: text("Title", 60, "Instead of the agent’s name."),
  subtitle: text("Subtitle", 120),
  logoUrl: url("Logo", "Address of an image. It is not shown here: the console loads nothing from other servers."),
  avatarUrl: url("Picture of the agent", "Address of an image."),
  privacyUrl: url("Privacy page"),
  termsUrl: url("Terms page"),
  footer: text("Footer", 120, "A line below the text field, e.g. who made this."),
};

const copy: Record<keyof Copy, Spec> = {
  launcher: text("Launcher", 40),
  startCall: text("Start call", 40),
  endCall: text("End call", 40),
  mute: text("Mute", 40),
  unmute: text("Unmute", 40),
  send: text("Send", 40),
  inputPlaceholder: text("Placeholder of the text field", 80),
  connecting: text("While connecting", 80),
  listening: text("While listening", 80),
  thinking: text("While thinking", 80),
  speaking: text("While speaking", 80),
  ended: text("After the end", 80),
  error: text("When something fails", 240),
  aiNotice: text("AI notice", 60),
  welcome: text("Welcome", 240),
  consent: text("Question for consent", 1_000),
};

const features: Record<keyof Features, Spec> = {
  voice: on("Voice"),
  textInput: on("Typing"),
  transcript: on("Transcript", "What was said, as text."),
  mute: on("Mute button"),
  levelMeter: on("Visual that moves with the voice"),
  feedback: on("Ask for a rating at the end"),
  greetingBubble: off("Greeting beside the closed launcher"),
  agentPicker: on("Let visitors choose between agents"),
  pushToTalk: off("Open the microphone only while a button is held"),
  talkModeChoice: on("Let visitors choose between hands-free and push-to-talk"),
  pause: on("Pause button", "The call's time keeps running."),
  acrossPages: off(
    "Calls go on from page to page",
    "The next page of the site takes the call up by itself. A page that was left holds its voice line for up to 30 seconds; without this, it is free at once.",
  ),
  consent: off("Ask for consent first", "Before anything is sent or recorded."),
  analytics: on("Count views and calls", "Only numbers, without identifying visitors."),
};

export const FIELDS: Record<Group, Record<string, Spec>> = { designTokens, branding, copy, features };

export const GROUPS: readonly (readonly [group: Group, label: string])[] = [
  ["designTokens", "Colours and shape"],
  ["branding", "Branding"],
  ["copy", "Words"],
  ["features", "Features"],
];
