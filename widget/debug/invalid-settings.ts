import { DEFAULTS } from "../config/defaults.ts";
import { asRecord, isText } from "../config/overlay.ts";
import { isBranding } from "../config/read-config.ts";
import { invalidTokens } from "../config/read-tokens.ts";
import type { Finding } from "./finding.ts";

/** As many as an owner reads. */
const MOST = 10;

const RULES: Record<keyof typeof DEFAULTS, (name: string, value: unknown) => boolean> = {
  branding: isBranding,
  // By language: each of them is read for itself.
  copy: (name, value) => (name === "translations" ? typeof value === "object" : isText(value)),
  features: (_name, value) => typeof value === "boolean",
};

/** Settings that are ignored, by path: those that nobody knows, and those whose value may not be. Stops where it is enough. */
export function invalidSettings(config: unknown): string[] {
  const invalid: string[] = [];
  for (const [group, allowed] of Object.entries(RULES)) {
    const stored = asRecord(config)[group];
    if (typeof stored !== "object" || stored === null || Array.isArray(stored)) continue;
    const known = Object.keys(DEFAULTS[group as keyof typeof DEFAULTS]).concat(group === "copy" ? "translations" : []);
    for (const name in stored) {
      if (invalid.length === MOST) return invalid;
      // Pages add to every object.
      if (!Object.hasOwn(stored, name)) continue;
      const value = (stored as Record<string, unknown>)[name];
      if (value !== null && !(known.includes(name) && allowed(name, value)))
        invalid.push(`${group}.${name.slice(0, 80)}`);
    }
  }
  return invalid;
}

/** What an owner should know of the settings in a config. */
export function settingsFindings(config: unknown): Finding[] {
  const tokens = invalidTokens(asRecord(config).designTokens).slice(0, MOST);
  return [...tokens.map((token) => `designTokens.${token.slice(0, 80)}`), ...invalidSettings(config)].map((path) => ({
    ok: false,
    text: `the config's ${path} is ignored; what each setting may be stands in docs/configuration.md`,
  }));
}
