import type { Pattern } from "./patterns.ts";

/** The most repetitions that are no loop: what they take is as short in a long text. Of a group fewer, as each may go several ways. */
const FEW = 32;
const FEW_GROUPS = 4;

/** What a loop repeats; `null` where that is no single character. */
type Loop = string | null;

/** A class, an escape, what opens a group, a quantifier or any other sign of a pattern. */
const TOKEN =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<[^>]*>|.)|\(\?(?:<?[=!]|:|<[^>]*>)|\{\d+(?:,\d*)?\}|[\s\S]/gu;

const isMany = (count: number, ofGroup: boolean) => count > (ofGroup ? FEW_GROUPS : FEW);

/** The least and the most repetitions that a quantifier asks for; `null` of anything else. */
function repetitions(token: string): [least: number, most: number] | null {
  if (token === "*" || token === "+") return [0, Number.POSITIVE_INFINITY];
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(token) ?? [];
  if (least === undefined) return null;
  return [Number(least), comma ? Number(most || Number.POSITIVE_INFINITY) : Number(least)];
}

/**
 * The loops of a pattern that may fail after they have taken a long text. Nothing can after one that ends an alternative
 * of the whole pattern: it has matched, and what it took is not looked at again.
 */
export function loopsOf({ source, flags }: Pattern): Loop[] {
  const tokens = source.match(TOKEN) ?? [];
  const loops: Loop[] = [];
  /** For each open group whether there is a loop in it. */
  const open: boolean[] = [];
  let closed = false;
  for (const [at, token] of tokens.entries()) {
    if (token.startsWith("(")) open.push(false);
    if (token === ")") {
      closed = open.pop() ?? false;
      if (closed && open.length) open[open.length - 1] = true;
    }
    const [least, most] = repetitions(token) ?? [0, 0];
    const before = tokens[at - 1] ?? "";
    const ofGroup = before === ")";
    if (!isMany(most, ofGroup)) continue;
    if (open.length) open[open.length - 1] = true;
    const next = tokens[tokens[at + 1] === "?" ? at + 2 : at + 1];
    const isLast = open.length === 0 && (next === undefined || next === "|");
    if (isLast && !isMany(least, ofGroup) && !(ofGroup && closed)) continue;
    // In a class of the flag v there may be classes and words.
    loops.push(ofGroup || flags.includes("v") || /^\\[1-9k]/.test(before) ? null : before);
  }
  return loops;
}

/** Whether a loop goes on over a piece as often as it is repeated. A text over which none does is taken in short runs. */
export function goesOver(loop: Loop, { flags }: Pattern, piece: string): boolean {
  if (loop === null) return true;
  const one = new RegExp(`^(?:${loop})$`, flags.replace(/[gmy]/g, ""));
  return (flags.includes("u") ? [...piece] : piece.split("")).every((character) => one.test(character));
}
