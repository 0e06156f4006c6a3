/** Attributes that frameworks and script loaders add to a tag. */
const THEIRS =
  /^(?:[@:_.*#([]|v-|x-|hx-|ng-?|wire:|client:|server:|on:|bind:|use:|class:|xml|turbo|astro|svelte|react|vue|q:|cf-?async|cmp|cookie|category$|service$|rocket|no-|wp-|nscript$|src$|type$|defer$|async$|is$|part$|exportparts$|jsx?$|s-|slot$|key$|ref$)/;

/** One sentence about all unknown attributes, or nothing. @param known the attributes of the element */
export function unknownAttributes(names: readonly string[], known: readonly string[]): string {
  const unknown = names.filter((name) => !THEIRS.test(name)).map((name) => `${name.slice(0, 80)}${meant(name, known)}`);
  const public_names = known.filter((name) => !/^(data-|aria-|inert$)/.test(name));
  return unknown.length
    ? `<voice-widget> has no attribute ${unknown.join(", ")}. It has: ${public_names.join(", ")}.`
    : "";
}

/** `placment` → ` (did you mean placement?)`: at most two letters apart. */
function meant(name: string, known: readonly string[]): string {
  const plain = name.replace(/[-_]/g, "");
  const near = known.find((one) => distance(plain, one.replace("-", "")) <= 2);
  return near ? ` (did you mean ${near}?)` : "";
}

/** Levenshtein's. */
function distance(one: string, other: string): number {
  let row = [...Array(other.length + 1).keys()];
  [...one].forEach((letter, at) => {
    const next = [at + 1];
    for (let index = 0; index < other.length; index++) {
      const replaced = (row[index] as number) + (letter === other[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] as number) + 1, (next[index] as number) + 1));
    }
    row = next;
  });
  return row[other.length] as number;
}
