import { safeAddress } from "./address.ts";
import { bareAddressAt } from "./bare-address.ts";
import { destination, ESCAPABLE, labelOf } from "./destination.ts";
import { type Bracket, emphasized, isBracket, isMark, type Mark, type Part } from "./emphasis.ts";
import { entityAt } from "./entities.ts";
import { isBlank, isCjk, isDigit, isSign } from "./signs.ts";
import type { Inline } from "./tree.ts";

/**
 * CommonMark's rules for what stands inside a line, and GFM's for `~~` and bare addresses. HTML stays text, but for `<br>`, the
 * only break that a cell of a table can have. `*` between two digits is a multiplication, and one `~` a range or "about": agents
 * write both more often than half a number in italics. Beside Chinese, Japanese and Korean, which have no blanks between words, `*`
 * needs none either, and an address ends where they go on.
 *
 * Each character is read a bounded number of times, whatever the text is.
 */
export interface InlineOptions {
  /** Addresses by label, for `[text][label]`. */
  links?: ReadonlyMap<string, string>;
  /** More of the text follows: marks that are open at its end hold to the end, so that nothing changes when they close. */
  open?: boolean;
  /** Position of a character in the source. */
  place?: (at: number) => number;
}

const MAX_LABEL = 999;
const AUTOLINK = /<([a-z][a-z\d+.-]{1,31}:[^\s<>]{0,2000}|[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d.-]{1,250})>/iy;
const BREAK = /<br\s{0,9}\/?>/iy;
const HALF_BREAK = /^<(?:br?)?\s{0,9}\/?$/i;

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
        const line = this.#match(BREAK);
        if (line) return this.#plain("\n", at, line[0].length);
        if (this.#open && HALF_BREAK.test(text.slice(at, at + 20))) return this.#plain("", at, text.length - at);
        const written = this.#match(AUTOLINK)?.[1];
        const href = written && safeAddress(/^[^:]*@/.test(written) ? `mailto:${written}` : written);
        if (!written || !href) break;
        this.#parts.push(this.#linkTo(href, written, at + 1));
        this.#at += written.length + 2;
        return;
      }
      case "&": {
        const entity = entityAt(text, at);
        if (!entity) break;
        return this.#plain(entity.text, at, entity.length);
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
    const bare = bareAddressAt(this.#text, at);
    if (!bare) return false;
    this.#parts.push(this.#linkTo(bare.href, bare.written, at));
    this.#at += bare.written.length;
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
    const close = mark !== "_" && (isCjk(before) || isCjk(after));
    const left = !isBlank(after) && (!isSign(after) || isBlank(before) || isSign(before) || close);
    const right = !isBlank(before) && (!isSign(before) || isBlank(after) || isSign(after) || close);
    const times = mark === "*" && isDigit(before) && isDigit(after);
    const none = times || (mark === "~" && count > 2);
    const single = mark === "~" && count === 1;
    const opens = !none && !single && left && (mark !== "_" || !right || isSign(before));
    const closes = !none && !single && right && (mark !== "_" || !left || isSign(after));
    // The rest of the text may still show what it marks.
    const half = isBlank(before) || isSign(before) || single || close;
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

  #emphasized(from: number, open: boolean): Inline[] {
    return emphasized(this.#parts.slice(from), open, (part) => this.#asText(part, open));
  }

  #asText(part: Part, open: boolean): Inline[] {
    if (isMark(part)) return [{ type: "text", text: part.mark.repeat(part.count), at: this.#place(part.at) }];
    if (!isBracket(part)) return [part];
    // A link whose end is still on its way.
    if (open && part.active && !this.#text.slice(part.at).includes("]")) return [];
    return [{ type: "text", text: part.image ? "![" : "[", at: this.#place(part.at) }];
  }
}

const withoutLinks = (content: readonly Inline[]): Inline[] =>
  content.flatMap((node) => (node.type === "link" ? node.content : [node]));
