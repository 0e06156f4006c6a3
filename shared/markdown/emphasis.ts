import type { Inline } from "./tree.ts";

/** What a line is read into first: text, and the marks and brackets whose meaning depends on what follows. */

/** Real texts do not nest deeper. */
const MAX_DEPTH = 12;

export type Mark = { mark: "*" | "_" | "~"; count: number; opens: boolean; closes: boolean; whole: number; at: number };
export type Bracket = { bracket: number; image: boolean; active: boolean; at: number };
export type Part = Inline | Mark | Bracket;
export const isMark = (part: Part | undefined): part is Mark => part !== undefined && "mark" in part;
export const isBracket = (part: Part | undefined): part is Bracket => part !== undefined && "bracket" in part;

/**
 * The parts with what their marks mean.
 * @param open marks that nothing closes mark all that follows
 * @param asText what is left of a mark or bracket that means nothing
 */
export function emphasized(parts: readonly Part[], open: boolean, asText: (part: Part) => Inline[]): Inline[] {
  const out: Part[] = [];
  const openers: number[] = [];
  /** Below this place there is no opener for such a closer. */
  const bottoms = new Map<string, number>();
  for (const part of parts) {
    if (!isMark(part)) {
      out.push(part);
      continue;
    }
    const left = { ...part };
    if (part.closes) {
      while (left.count > 0) {
        const kind = `${left.mark}${left.opens}${left.whole % 3}`;
        const found = openerFor(left, out, openers, bottoms.get(kind) ?? -1);
        if (found === undefined) {
          bottoms.set(kind, out.length - 1);
          break;
        }
        openers.splice(openers.indexOf(found) + 1);
        close(out, found, left);
        if ((out[found] as Mark).count === 0) {
          openers.pop();
          out.splice(found, 1);
        }
      }
    }
    if (left.count === 0) continue;
    if (left.opens) openers.push(out.length);
    out.push(left);
  }
  // No marks beyond `MAX_DEPTH`: each would move all that stands behind it.
  const marks = open ? openers.splice(-MAX_DEPTH) : [];
  for (const opener of marks.toReversed()) {
    const mark = out[opener];
    if (!isMark(mark)) continue;
    while (mark.count > 0) close(out, opener, { ...mark });
    out.splice(opener, 1);
  }
  const unmarked = new Set(open ? openers : []);
  return merged(out.flatMap((part, at) => (unmarked.has(at) && isMark(part) ? [] : asText(part))));
}

/** CommonMark's rule of three. */
function openerFor(closer: Mark, out: readonly Part[], openers: readonly number[], bottom: number): number | undefined {
  for (let index = openers.length - 1; index >= 0; index--) {
    const place = openers[index] ?? 0;
    if (place <= bottom) return undefined;
    const opener = out[place];
    if (!isMark(opener) || opener.mark !== closer.mark || opener.count === 0) continue;
    const both = opener.closes || closer.opens;
    if (both && (opener.whole + closer.whole) % 3 === 0 && (opener.whole % 3 !== 0 || closer.whole % 3 !== 0)) continue;
    return place;
  }
  return undefined;
}

/** Wraps what follows the opener, and uses up the marks for it on both sides. */
function close(out: Part[], opener: number, closer: Mark): void {
  const mark = out[opener] as Mark;
  const length = Math.min(2, mark.count, closer.count);
  const content = merged(
    out
      .splice(opener + 1)
      .flatMap((part): Inline[] =>
        isMark(part)
          ? [{ type: "text", text: part.mark.repeat(part.count), at: part.at }]
          : isBracket(part)
            ? [{ type: "text", text: part.image ? "![" : "[", at: part.at }]
            : [part],
      ),
  );
  mark.count -= length;
  closer.count -= length;
  if (content.length === 0) return;
  if (depthOf(content) >= MAX_DEPTH) out.push(...content);
  else out.push({ type: mark.mark === "~" ? "del" : length === 2 ? "strong" : "em", content });
}

const depths = new WeakMap<Inline, number>();
function depthOf(content: readonly Inline[]): number {
  let deepest = 0;
  for (const one of content) {
    if (!("content" in one)) continue;
    const known = depths.get(one) ?? 1 + depthOf(one.content);
    depths.set(one, known);
    deepest = Math.max(deepest, known);
  }
  return deepest;
}

/** One text for those that follow each other, also in the source. */
function merged(nodes: readonly Inline[]): Inline[] {
  const result: Inline[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (node.type === "text" && last?.type === "text" && last.at + last.text.length === node.at)
      result[result.length - 1] = { ...last, text: last.text + node.text };
    else result.push(node);
  }
  return result;
}
