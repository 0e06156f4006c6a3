/** The attributes that `<voice-widget>` has, for a hint about one that it has not. */
const KNOWN = [
  "api-key",
  "base-url",
  "agent-id",
  "model",
  "voice",
  "context",
  "user-id",
  "user-hash",
  "locale",
  "theme",
  "placement",
  "preload",
  "debug",
];

/** What frameworks, and those who load scripts, write on a tag for themselves. */
const THEIRS =
  /^(?:[@:_.*#([]|v-|x-|hx-|ng-?|wire:|client:|server:|on:|bind:|use:|class:|xml|turbo|astro|svelte|react|vue|q:|cf-?async|cmp|cookie|category$|service$|rocket|no-|wp-|nscript$|src$|type$|defer$|async$|is$|part$|exportparts$|jsx?$|s-|slot$|key$|ref$)/;

/** One sentence for all of them, or nothing. */
export function unknownAttributes(names: readonly string[]): string {
  const unknown = names.filter((name) => !THEIRS.test(name)).map((name) => `${name.slice(0, 80)}${meant(name)}`);
  return unknown.length ? `<voice-widget> has no attribute ${unknown.join(", ")}. It has: ${KNOWN.join(", ")}.` : "";
}

/** `placment` → ` (did you mean placement?)`: at most two letters apart. */
function meant(name: string): string {
  const plain = name.replace(/[-_]/g, "");
  const near = KNOWN.find((known) => distance(plain, known.replace("-", "")) <= 2);
  return near ? ` (did you mean ${near}?)` : "";
}

/** Levenshtein's. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (let index = 0; index < other.length; index++) {
      const replaced = (row[index] as number) + (letter === other[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] as number) + 1, (next[index] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
