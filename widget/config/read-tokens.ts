import type { DesignTokens } from "../../shared/config.ts";
import { FONT, MAX_FONT } from "../../shared/font.ts";
import { HEX } from "../../shared/theme/hex.ts";
import { asRecord, overlay } from "./overlay.ts";

/** The defaults of `shared/config.ts` as plain values: zod stays out of the page, and the launcher waits for no answer. */
export const DEFAULT_TOKENS: DesignTokens = {
  accent: "#2f5bea",
  onAccent: "auto",
  background: "auto",
  surface: "auto",
  text: "auto",
  mutedText: "auto",
  border: "auto",
  danger: "auto",
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontSize: 15,
  radius: 18,
  launcherRadius: 32,
  width: 384,
  height: 620,
  offset: 20,
  zIndex: 2_147_483_000,
};

type NumericToken = {
  [Name in keyof DesignTokens]: DesignTokens[Name] extends number ? Name : never;
}[keyof DesignTokens];
/** Smallest and largest of the numeric tokens, as `shared/config.ts` has them. */
const RANGES: Record<NumericToken, readonly [number, number]> = {
  fontSize: [12, 24],
  radius: [0, 40],
  launcherRadius: [0, 40],
  width: [280, 720],
  height: [320, 960],
  offset: [0, 120],
  zIndex: [0, 2_147_483_647],
};
/** Whether a value may become a custom property: nothing that could end its declaration or load a file. */
export function isToken(name: string, value: unknown): boolean {
  const range: readonly [number, number] | undefined = RANGES[name as NumericToken];
  if (range) {
    const whole = name !== "zIndex" || Number.isInteger(value);
    return typeof value === "number" && whole && value >= range[0] && value <= range[1];
  }
  if (typeof value !== "string") return false;
  if (name === "fontFamily") return value.length <= MAX_FONT && FONT.test(value);
  return HEX.test(value) || (value === "auto" && name !== "accent");
}

/** Stored values that are none of ours. */
export const invalidTokens = (stored: unknown): string[] =>
  Object.entries(asRecord(stored)).flatMap(([name, value]) =>
    name in DEFAULT_TOKENS && isToken(name, value) ? [] : name,
  );

export const readTokens = (stored: unknown): DesignTokens => overlay(DEFAULT_TOKENS, stored, isToken);
