/**
 * Parses the Markdown that agents write into a tree: bold, italic, code, links, lists. HTML stays text. Each character is
 * read a bounded number of times, whatever the text is.
 */
export type Inline =
  | { type: "text"; text: string }
  | { type: "strong" | "em"; content: Inline[] }
  | { type: "code"; text: string }
  | { type: "link"; href: string; content: Inline[] };

export type Block =
  | { type: "paragraph"; content: Inline[] }
  | { type: "list"; ordered: boolean; start: number; items: Inline[][] };

/** Longer texts stay plain: no agent says so much at once. */
const MAX_LENGTH = 20_000;
/** Enough for bold inside a link inside italics; real texts do not nest deeper. */
const MAX_DEPTH = 4;
const MAX_HREF = 2_000;

const BULLET = /^\s{0,3}[-*+•]\s+(\S.*)$/;
const NUMBER = /^\s{0,3}(\d{1,4})[.)]\s+(\S.*)$/;
const HEADING = /^#{1,6}\s+(\S.*)$/;

export function parseMarkdown(text: string): Block[] {
  if (text.length > MAX_LENGTH) return [{ type: "paragraph", content: [{ type: "text", text }] }];
  const blocks: Block[] = [];
  let lines: string[] = [];
  const paragraph = () => {
    const whole = lines.join("\n").trim();
    lines = [];
    if (whole) blocks.push({ type: "paragraph", content: parseInline(whole) });
  };
  for (const line of text.split("\n")) {
    const bullet = BULLET.exec(line)?.[1];
    const number = NUMBER.exec(line);
    const heading = HEADING.exec(line)?.[1];
    if (bullet !== undefined || number) {
      paragraph();
      item(blocks, parseInline(bullet ?? number?.[2] ?? ""), number ? Number(number[1]) : null);
    } else if (heading !== undefined) {
      paragraph();
      blocks.push({ type: "paragraph", content: [{ type: "strong", content: parseInline(heading) }] });
    } else if (line.trim()) {
      lines.push(line);
    } else {
      paragraph();
    }
  }
  paragraph();
  return blocks;
}

/** Adds an item to the last list, or begins a list. */
function item(blocks: Block[], content: Inline[], number: number | null): void {
  const ordered = number !== null;
  const last = blocks.at(-1);
  if (last?.type === "list" && last.ordered === ordered) last.items.push(content);
  else blocks.push({ type: "list", ordered, start: number ?? 1, items: [content] });
}

/** A piece of markup and where it ends; null where the character is plain text. */
type Piece = { node: Inline; end: number };

export function parseInline(text: string, depth = 0): Inline[] {
  const nodes: Inline[] = [];
  const known: Closings = new Map();
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const piece = depth < MAX_DEPTH ? pieceAt(text, at, depth, known) : null;
    if (!piece) {
      // A backslash shows the mark after it.
      if (text[at] === "\\" && /[\\`*_[\]()#+.!-]/.test(text[at + 1] ?? "")) at++;
      plain += text[at];
      at++;
      continue;
    }
    if (plain) nodes.push({ type: "text", text: plain });
    plain = "";
    nodes.push(piece.node);
    at = piece.end;
  }
  if (plain) nodes.push({ type: "text", text: plain });
  return nodes;
}

/** Where each mark comes next, so that no stretch is searched twice. */
type Closings = Map<string, number>;

function pieceAt(text: string, at: number, depth: number, known: Closings): Piece | null {
  const character = text[at];
  switch (character) {
    case "`": {
      const end = closing(text, "`", at + 1, known);
      return end > at + 1 ? { node: { type: "code", text: text.slice(at + 1, end) }, end: end + 1 } : null;
    }
    case "*":
    case "_":
      return emphasis(text, at, character, depth, known);
    case "[":
      return link(text, at, depth, known);
    case "h":
      return address(text, at);
    default:
      return null;
  }
}

function closing(text: string, mark: string, from: number, known: Closings): number {
  const next = known.get(mark);
  if (next !== undefined && (next < 0 || next >= from)) return next;
  const end = text.indexOf(mark, from);
  known.set(mark, end);
  return end;
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
const isBlank = (character: string | undefined) => character === undefined || /\s/.test(character);

function emphasis(text: string, at: number, character: string, depth: number, known: Closings): Piece | null {
  const strong = text[at + 1] === character;
  const mark = strong ? character + character : character;
  const from = at + mark.length;
  // 2 * 3 and snake_case are no emphasis.
  if (isBlank(text[from]) || text[from] === character || (character === "_" && isWord(text[at - 1]))) return null;
  const end = closing(text, mark, from, known);
  if (end < 0 || isBlank(text[end - 1]) || (character === "_" && isWord(text[end + mark.length]))) return null;
  const content = parseInline(text.slice(from, end), depth + 1);
  return { node: { type: strong ? "strong" : "em", content }, end: end + mark.length };
}

function link(text: string, at: number, depth: number, known: Closings): Piece | null {
  const middle = closing(text, "](", at + 1, known);
  if (middle <= at + 1 || text.slice(at + 1, middle).includes("[")) return null;
  const end = closing(text, ")", middle + 2, known);
  if (end < 0) return null;
  const href = safeAddress(text.slice(middle + 2, end).split(/\s/, 1)[0] ?? "");
  // An unsafe link stays as it was written.
  if (!href) return null;
  // A link must hold no other link.
  const content = parseInline(text.slice(at + 1, middle), depth + 1).filter(({ type }) => type !== "link");
  return { node: { type: "link", href, content }, end: end + 1 };
}

/** A bare address, without the punctuation of the sentence around it. */
const BARE = /https?:\/\/[^\s<>"'`\\*[\]{}|^]{1,2000}/y;

function address(text: string, at: number): Piece | null {
  if (isWord(text[at - 1])) return null;
  BARE.lastIndex = at;
  const found = BARE.exec(text)?.[0].replace(/[.,;:!?)]{1,20}$/, "");
  const href = found && safeAddress(found);
  if (!href || !found) return null;
  return { node: { type: "link", href, content: [{ type: "text", text: found }] }, end: at + found.length };
}

/** Allows only web and mail addresses. Parsed as the browser will parse them, so that nothing can hide in one. */
export function safeAddress(written: string): string | null {
  if (written.length > MAX_HREF || !/^(?:https?:\/\/|mailto:)/i.test(written)) return null;
  try {
    const url = new URL(written);
    return /^(?:https?|mailto):$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
