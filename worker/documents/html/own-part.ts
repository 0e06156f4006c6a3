import type { Section } from "../document.ts";

/** A part of a page with at least so many characters may be all that the page has to say. */
export const ENOUGH = 200;
/** The page's `main` is taken alone from this share of its text on, an article only from the larger one on. */
const SHARE_OF_MAIN = 1 / 4;
const SHARE_OF_ARTICLE = 2 / 3;

/** The part of a page that a section stands in: its `main`, the article of this number, or what stands around all of the site's pages. */
export type Part = "main" | "around" | number | null;
export interface Piece extends Section {
  part: Part;
}

/** A time, a number that is called or written to: what is asked of a business, where a footer or a bar beside the page says it. */
const FACT = /\d[:.]\d\d|\d{4}|\d\s?(?:[ap]m|uhr|h)\b|@/i;

/** What a footer or such a bar says of its business, without its rights and its makers; empty where that is nothing. */
function facts(around: string): string {
  const lines = around.split("\n").filter((one) => !/©|\(c\)|copyright|all rights|alle rechte/i.test(one));
  return lines.some((one) => FACT.test(one)) ? lines.join("\n").trim() : "";
}

/** What readers of the page are there for, after the rules of the extractors that browsers use. */
export function chosen(pieces: Piece[]): Section[] {
  const sizes = new Map<Part, number>();
  let all = 0;
  for (const { part, text } of pieces) {
    if (part === "around") continue;
    sizes.set(part, (sizes.get(part) ?? 0) + text.length);
    all += text.length;
  }
  const main = sizes.get("main") ?? 0;
  let take: Part = main >= ENOUGH && main >= all * SHARE_OF_MAIN ? "main" : null;
  if (take === null)
    for (const [part, size] of sizes)
      if (typeof part === "number" && size >= ENOUGH && size >= all * SHARE_OF_ARTICLE) take = part;
  return pieces
    .map((piece) => (piece.part === "around" ? { ...piece, text: facts(piece.text) } : piece))
    .filter(({ part, text }) => (part === "around" ? text !== "" : take === null || part === take))
    .map(({ headings, text }): Section => ({ headings, text }));
}

const start = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .slice(0, 40);

/** The questions whose answers are not in the page's text. */
export function unsaid(questions: Section[], sections: Section[]): Section[] {
  if (questions.length === 0) return [];
  const said = new Set(sections.flatMap(({ text }) => text.split("\n").map((one) => start(one.slice(0, 200)))));
  return questions.filter(({ text }) => !said.has(start(text.slice(0, 200))));
}
