import { DEFAULTS } from "./defaults.ts";
import { asRecord, isText } from "./overlay.ts";
import { isBranding } from "./read-config.ts";
import { invalidTokens } from "./read-tokens.ts";

/** How many settings a hint names at most. */
const MOST = 10;

const RULES: Record<keyof typeof DEFAULTS, (name: string, value: unknown) => boolean> = {
  branding: isBranding,
  // The translations are checked where they are read.
  copy: (name, value) => (name === "translations" ? typeof value === "object" : isText(value)),
  features: (_name, value) => typeof value === "boolean",
};

/** Paths of the settings that are ignored, as unknown or invalid; at most `MOST`. */
export function invalidSettings(config: unknown): string[] {
  const invalid: string[] = [];
  for (const [group, allowed] of Object.entries(RULES)) {
    const stored = asRecord(config)[group];
    if (typeof stored !== "object" || stored === null || Array.isArray(stored)) continue;
    const known = Object.keys(DEFAULTS[group as keyof typeof DEFAULTS]).concat(group === "copy" ? "translations" : []);
    for (const name in stored) {
      if (invalid.length === MOST) return invalid;
      // A page may have added to `Object.prototype`.
      if (!Object.hasOwn(stored, name)) continue;
      const value = (stored as Record<string, unknown>)[name];
      if (value !== null && !(known.includes(name) && allowed(name, value)))
        invalid.push(`${group}.${name.slice(0, 80)}`);
    }
  }
  return invalid;
}

/** Sentences for the owner about ignored settings: one for the tokens, one for the rest. */
export function ignoredSettings(config: unknown): string[] {
  const tokens = invalidTokens(asRecord(config).designTokens).slice(0, MOST);
  const others = invalidSettings(config);
  return [
    ...(tokens.length ? [`designTokens ${tokens.join(", ").slice(0, 800)}`] : []),
    ...(others.length ? [others.join(", ")] : []),
  ].map((names) => `The config's ${names} ignored; what each setting may be stands in docs/configuration.md.`);
}
