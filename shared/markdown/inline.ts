// Long: one pass over a line of text, every mark of which depends on the ones before it.
import { safeAddress } from "./address.ts";
import type { Inline } from "./tree.ts";

/**
 * CommonMark's rules for what stands inside a line, and GFM's for `~~` and bare addresses. HTML stays text. One thing differs:
 * `*` between two digits is a multiplication, which agents write more often than half a number in italics.
 *
 * Each character is read a bounded number of times, whatever the text is.
 */
export interface InlineOptions {
  /** Addresses by label, for `[text][label]`. */
  links?: ReadonlyMap<string, string>;
  /** More of the text follows: what is open at its end marks all that there is, so that nothing changes when it closes. */
  open?: boolean;
  /** Where a character stands in the source. */
  place?: (at: number) => number;
}

/** Real texts do not nest deeper. */
const MAX_DEPTH = 12;
const MAX_LABEL = 999;
/** Inside the address of a link. */
const MAX_PARENTHESES = 32;
const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  copy: "©",
};
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/iy;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const AUTOLINK = /<([a-z][a-z\d+.-]{1,31}:[^\s<>]{0,2000}|[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d.-]{1,250})>/iy;
const BARE = /(?:https?:\/\/|www\.)[^\s<"`\\{}|^]{1,2000}/iy;
const MAIL = /[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z\d-]{0,62}[a-z](?![a-z\d-]|\.[a-z\d])/iy;

type Mark = { mark: "*" | "_" | "~"; count: number; opens: boolean; closes: boolean; whole: number; at: number };
type Bracket = { bracket: number; image: boolean; active: boolean; at: number };
type Part = Inline | Mark | Bracket;
const isMark = (part: Part | undefined): part is Mark => part !== undefined && "mark" in part;
const isBracket = (part: Part | undefined): part is Bracket => part !== undefined && "bracket" in part;

const isBlank = (character: string | undefined) => character === undefined || /\s/.test(character);
const isSign = (character: string | undefined) => character !== undefined && /[\p{P}\p{S}]/u.test(character);
const isDigit = (character: string | undefined) => character !== undefined && /\p{N}/u.test(character);

export const labelOf = (text: string): string => text.trim().replace(/\s+/g, " ").toLowerCase();

export function parseInline(text: string, options: InlineOptions = {}): Inline[] {
  return new InlineParser(text, options).parse();
}

class InlineParser {
  readonly #text: string;
  readonly #links: ReadonlyMap<string, string>;
  readonly #open: boolean;
  readonly #place: (at: number) => number;
  readonly #parts: Part[] = [];
  /** Places of the brackets in `#parts` that are still open. */
  readonly #brackets: number[] = [];
  /** Lengths of backticks that have no other end in the rest of the text. */
  readonly #unclosed = new Set<number>();
  #at = 0;

  constructor(text: string, { links = new Map(), open = false, place = (at) => at }: InlineOptions) {
    this.#text = text;
    this.#links = links;
    this.#open = open;
    this.#place = place;
  }

  parse(): Inline[] {
    while (this.#at < this.#text.length) this.#step();
    return this.#emphasized(0, this.#open);
  }

  #step(): unknown {
    const text = this.#text;
    const at = this.#at;
    const character = text[at] ?? "";
    switch (character) {
      case "\\": {
        const next = text[at + 1];
        if (next === undefined && this.#open) this.#at++;
        else if (next !== undefined && ESCAPABLE.test(next)) this.#plain(next, at + 1, 2);
        else if (next === "\n") this.#at++;
        else this.#plain(character, at, 1);
        return;
      }
      case "`":
        return this.#code();
      case "*":
      case "_":
      case "~":
        return this.#mark(character);
      case "!":
        if (text[at + 1] !== "[") break;
        return this.#openBracket(2);
      case "[":
        return this.#openBracket(1);
      case "]":
        return this.#closeBracket();
      case "<": {
        const written = this.#match(AUTOLINK)?.[1];
        const href = written && safeAddress(/^[^:]*@/.test(written) ? `mailto:${written}` : written);
        if (!written || !href) break;
        this.#parts.push(this.#linkTo(href, written, at + 1));
        this.#at += written.length + 2;
        return;
      }
      case "&": {
        const found = this.#match(ENTITY);
        const code = found?.[1] ? Number.parseInt(found[1], 16) : Number(found?.[2] ?? Number.NaN);
        const decoded = found?.[3]
          ? ENTITIES[found[3]]
          : code > 0 && code <= 0x10ffff
            ? String.fromCodePoint(code)
            : undefined;
        if (!found || decoded === undefined) break;
        return this.#plain(decoded, at, found[0].length);
      }
    }
    if (this.#address()) return;
    // All that can be no mark is taken at once.
    const end = /[\\`*_~![\]<&]|(?<![\w.+-])\w/g;
    end.lastIndex = at + 1;
    const next = end.exec(text)?.index ?? text.length;
    this.#plain(text.slice(at, next), at, next - at);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #plain(text: string, from: number, length: number): void {
    this.#parts.push({ type: "text", text, at: this.#place(from) });
    this.#at += length;
  }

  #linkTo(href: string, text: string, from: number): Inline {
    return { type: "link", href, content: [{ type: "text", text, at: this.#place(from) }], bare: true };
  }

  /** An address or a mailbox without marks around it, but without the signs of the sentence behind it. */
  #address(): boolean {
    const at = this.#at;
    if (/[\w.+-]/.test(this.#text[at - 1] ?? "") || this.#isOpenLink()) return false;
    const mail = this.#match(MAIL)?.[0];
    let written = mail ?? this.#match(BARE)?.[0] ?? "";
    if (!mail) for (let shorter = trimmed(written); shorter !== written; shorter = trimmed(written)) written = shorter;
    if (!mail && !/\w/.test(written.replace(/^(?:https?:\/\/|www\.)/i, ""))) return false;
    const prefix = mail ? "mailto:" : /^www/i.test(written) ? "http://" : "";
    const href = written && safeAddress(prefix + written);
    if (!href) return false;
    this.#parts.push(this.#linkTo(href, written, at));
    this.#at += written.length;
    return true;
  }

  /** Whether the text from the last bracket on will be a link: then no address in it is one of its own. */
  #isOpenLink(): boolean {
    const part = this.#parts[this.#brackets.at(-1) ?? -1];
    return isBracket(part) && part.active && /^[^\]\n]{0,300}\]\(/.test(this.#text.slice(this.#at, this.#at + 310));
  }

  #code(): unknown {
    const text = this.#text;
    const at = this.#at;
    let count = 1;
    while (text[at + count] === "`") count++;
    const from = at + count;
    let end = this.#unclosed.has(count) ? -1 : text.indexOf("`".repeat(count), from);
    while (end >= 0 && (text[end + count] === "`" || text[end - 1] === "`")) {
      let after = end;
      while (text[after] === "`") after++;
      end = text.indexOf("`".repeat(count), after);
    }
    if (end < 0) {
      this.#unclosed.add(count);
      if (!this.#open) return this.#plain("`".repeat(count), at, count);
      end = text.length;
    }
    const inside = text.slice(from, end);
    const trims = /^\s.*\s$/s.test(inside) && inside.trim() !== "";
    const shown = trims ? inside.slice(1, -1) : inside;
    if (shown) this.#parts.push({ type: "code", text: shown, at: this.#place(from + (trims ? 1 : 0)) });
    this.#at = Math.min(text.length, end + count);
  }

  #mark(mark: Mark["mark"]): void {
    const text = this.#text;
    const at = this.#at;
    let count = 1;
    while (text[at + count] === mark) count++;
    this.#at += count;
    const before = text[at - 1];
    const after = text[at + count];
    const left = !isBlank(after) && (!isSign(after) || isBlank(before) || isSign(before));
    const right = !isBlank(before) && (!isSign(before) || isBlank(after) || isSign(after));
    const times = mark === "*" && isDigit(before) && isDigit(after);
    const none = times || (mark === "~" && count > 2);
    const opens = !none && left && (mark !== "_" || !right || isSign(before));
    const closes = !none && right && (mark !== "_" || !left || isSign(after));
    // The rest of the text may still show what it marks.
    const half = isBlank(before) || isSign(before) || (mark === "~" && count === 1);
    if (this.#open && after === undefined && half && !none) return;
    if (opens || closes) this.#parts.push({ mark, count, opens, closes, whole: count, at });
    else this.#parts.push({ type: "text", text: mark.repeat(count), at: this.#place(at) });
  }

  #openBracket(length: number): void {
    this.#brackets.push(this.#parts.length);
    this.#parts.push({ bracket: this.#at + length, image: length === 2, active: true, at: this.#at });
    this.#at += length;
  }

  #closeBracket(): unknown {
    const at = this.#at;
    const index = this.#brackets.pop();
    const bracket = index === undefined ? undefined : this.#parts[index];
    if (index === undefined || !isBracket(bracket)) return this.#plain("]", at, 1);
    const target = bracket.active ? this.#target(bracket, at) : null;
    if (!target) return this.#plain("]", at, 1);
    const content = this.#emphasized(index + 1, false);
    this.#parts.length = index;
    // An unsafe address is no link; what was written stays.
    if (target.href === null) {
      const written = this.#text.slice(bracket.at, target.end);
      this.#parts.push({ type: "text", text: written, at: this.#place(bracket.at) });
    } else this.#parts.push({ type: "link", href: target.href, content: withoutLinks(content) });
    // A link holds no other link.
    if (!bracket.image)
      for (const outer of this.#brackets) {
        const part = this.#parts[outer];
        if (isBracket(part) && !part.image) part.active = false;
      }
    this.#at = target.end;
  }

  #target(bracket: Bracket, at: number): { href: string | null; end: number } | null {
    const text = this.#text;
    if (text[at + 1] === "(") {
      const found = destination(text, at + 2);
      if (found) return { href: safeAddress(found.href), end: found.end };
      // Its address is still on its way.
      if (this.#open && !/[)\n]/.test(text.slice(at, at + 2_000))) return { href: "", end: text.length };
    }
    if (this.#open && at + 1 === text.length) return { href: "", end: at + 1 };
    const own = text.slice(bracket.bracket, at);
    const named = /^\[([^\][\\]{0,999})\]/.exec(text.slice(at + 1, at + 2 + MAX_LABEL));
    const label = labelOf(named?.[1] || own);
    const href = label.length <= MAX_LABEL ? this.#links.get(label) : undefined;
    if (href === undefined) return null;
    return { href: safeAddress(href), end: at + 1 + (named?.[0].length ?? 0) };
  }

  /** The parts from an index on, with what their marks mean. `open`: marks that nothing closes mark all that follows. */
  #emphasized(from: number, open: boolean): Inline[] {
    const out: Part[] = [];
    const openers: number[] = [];
    /** Below this place there is no opener for such a closer. */
    const bottoms = new Map<string, number>();
    for (const part of this.#parts.slice(from)) {
      if (!isMark(part)) {
        out.push(part);
        continue;
      }
      const left = { ...part };
      if (part.closes) {
        while (left.count > 0) {
          const kind = `${left.mark}${left.opens}${left.whole % 3}${left.mark === "~" ? left.whole : ""}`;
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
    if (open)
      for (const opener of openers.toReversed()) {
        const mark = out[opener];
        if (!isMark(mark)) continue;
        while (mark.count > 0) close(out, opener, { ...mark });
        out.splice(opener, 1);
      }
    return merged(out.flatMap((part) => this.#asText(part, open)));
  }

  #asText(part: Part, open: boolean): Inline[] {
    if (isMark(part)) return [{ type: "text", text: part.mark.repeat(part.count), at: this.#place(part.at) }];
    if (!isBracket(part)) return [part];
    // A link whose end is still on its way.
    if (open && part.active && !this.#text.slice(part.at).includes("]")) return [];
    return [{ type: "text", text: part.image ? "![" : "[", at: this.#place(part.at) }];
  }
}

/** CommonMark's rule of three, and GFM's that `~` and `~~` do not close each other. */
function openerFor(closer: Mark, out: readonly Part[], openers: readonly number[], bottom: number): number | undefined {
  for (let index = openers.length - 1; index >= 0; index--) {
    const place = openers[index] ?? 0;
    if (place <= bottom) return undefined;
    const opener = out[place];
    if (!isMark(opener) || opener.mark !== closer.mark || opener.count === 0) continue;
    if (closer.mark === "~" && opener.whole !== closer.whole) continue;
    const both = opener.closes || closer.opens;
    if (both && (opener.whole + closer.whole) % 3 === 0 && (opener.whole % 3 !== 0 || closer.whole % 3 !== 0)) continue;
    return place;
  }
  return undefined;
}

/** Wraps what follows the opener, and uses up the marks for it on both sides. */
function close(out: Part[], opener: number, closer: Mark): void {
  const mark = out[opener] as Mark;
  const length = mark.mark === "~" ? mark.count : Math.min(2, mark.count, closer.count);
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

const withoutLinks = (content: readonly Inline[]): Inline[] =>
  content.flatMap((node) => (node.type === "link" ? node.content : [node]));

/** Signs of a sentence, and a bracket that closes one before the address. */
function trimmed(address: string): string {
  const last = address.at(-1) ?? "";
  if (/[?!.,:;*_~'"\]]/.test(last)) return address.slice(0, -1);
  if (last !== ")") return address;
  const opened = address.split("(").length;
  return address.split(")").length > opened ? address.slice(0, -1) : address;
}

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
