import { DEFAULTS, WORDS } from "./defaults.ts";
import { asRecord, isText } from "./overlay.ts";
import { isBranding } from "./read-config.ts";
import { invalidTokens } from "./read-tokens.ts";

/** How many settings a hint names at most. */
const MOST = 10;

const RULES: Record<string, [names: string[], (name: string, value: unknown) => boolean]> = {
  branding: [Object.keys(DEFAULTS.branding), isBranding],
  // The translations are checked where they are read.
  copy: [
    [...WORDS, "translations"],
    (name, value) => (name === "translations" ? typeof value === "object" : isText(value)),
  ],
  features: [Object.keys(DEFAULTS.features), (_name, value) => typeof value === "boolean"],
};

/** Paths of the settings that are ignored, as unknown or invalid; at most `MOST`. */
export function invalidSettings(config: unknown): string[] {
  const invalid: string[] = [];
  for (const [group, [names, allowed]] of Object.entries(RULES)) {
    const stored = asRecord(config)[group];
    if (typeof stored !== "object" || stored === null || Array.isArray(stored)) continue;
    for (const name in stored) {
      if (invalid.length === MOST) return invalid;
      // A page may have added to `Object.prototype`.
      if (!Object.hasOwn(stored, name)) continue;
      const value = (stored as Record<string, unknown>)[name];
      if (value !== null && !(names.includes(name) && allowed(name, value)))
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
