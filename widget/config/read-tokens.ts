import { FONT, MAX_FONT } from "../../shared/font.ts";
import type { DesignTokens } from "../../shared/settings.ts";
import { HEX } from "../../shared/theme/hex.ts";
import { asRecord, overlay } from "./overlay.ts";
import { DEFAULT_TOKENS, TOKEN_RULES } from "./token-rules.ts";

/** Whether a value may become a custom property: nothing that could end its declaration or load a file. */
export function isToken(name: string, value: unknown): boolean {
  const rule = TOKEN_RULES[name];
  if (rule?.kind === "number" || rule?.kind === "integer") {
    const fits = rule.kind === "number" ? Number.isFinite : Number.isInteger;
    return fits(value) && (value as number) >= rule.min && (value as number) <= rule.max;
  }
  if (typeof value !== "string") return false;
  if (rule?.kind === "font") return value.length <= MAX_FONT && FONT.test(value);
  return HEX.test(value) || (value === "auto" && rule?.default === "auto");
}

/** Stored values that are none of ours. */
export const invalidTokens = (stored: unknown): string[] =>
  Object.entries(asRecord(stored)).flatMap(([name, value]) =>
    name in DEFAULT_TOKENS && isToken(name, value) ? [] : name,
  );

export const readTokens = (stored: unknown): DesignTokens => overlay(DEFAULT_TOKENS, stored, isToken);
