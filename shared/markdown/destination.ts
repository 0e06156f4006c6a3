/** Inside the address of a link. */
const MAX_PARENTHESES = 32;
export const ESCAPABLE = /[!-/:-@[-`{-~]/;

/** The label of a link, as it is compared. */
export const labelOf = (text: string): string => text.trim().replace(/\s+/g, " ").toLowerCase();

/** `url "title")` or `<url>)`: what the parentheses of a link hold. */
export function destination(text: string, from: number, closes = true): { href: string; end: number } | null {
  const skip = (at: number) => at + (/^[ \t]{0,99}\n?[ \t]{0,99}/.exec(text.slice(at, at + 200))?.[0].length ?? 0);
  let at = skip(from);
  let href = "";
  if (text[at] === "<") {
    const inside = /^<((?:[^<>\n\\]|\\.){0,2000})>/.exec(text.slice(at, at + 2_010));
    if (!inside) return null;
    href = inside[1] ?? "";
    at += inside[0].length;
  } else {
    let depth = 0;
    for (const began = at; at < text.length && at - began <= 2_000; at++) {
      const character = text[at] ?? "";
      if (/\s/.test(character) || (character === ")" && depth === 0 && closes)) break;
      if (character === "\\" && ESCAPABLE.test(text[at + 1] ?? "")) at++;
      if (character === "(") depth++;
      if (depth > MAX_PARENTHESES) return null;
      if (character === ")") depth--;
      href += text[at];
    }
    if (depth !== 0 && closes) return null;
  }
  const after = skip(at);
  const title =
    after > at ? /^(?:"[^"]{0,999}"|'[^']{0,999}'|\([^()]{0,999}\))/.exec(text.slice(after, after + 1_001)) : null;
  if (title) at = skip(after + title[0].length);
  else at = after;
  if (!closes) return { href, end: at };
  return text[at] === ")" ? { href, end: at + 1 } : null;
}
