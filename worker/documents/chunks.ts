import type { Document, Section } from "./document.ts";

/** A passage, small enough to be quoted and large enough to answer. */
export interface Chunk {
  /** The headings above it, joined; empty at the top of a page. */
  heading: string;
  text: string;
}

/** The most characters of a passage. */
const MOST = 1_200;
/** A section shorter than this is joined with the next one. */
const LITTLE = 320;

/** Where a text that is too long may end, the best place first. */
const ENDS = [/\n\n/g, /\n/g, /[.!?。！？؟।]["'”’»)\]]?(?=\s)|[。！？]/g, /\s/g];

/** A text in parts of at most `MOST` characters, cut where it hurts least. */
function cut(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MOST) {
    const head = rest.slice(0, MOST);
    let at = -1;
    for (const end of ENDS) {
      for (const found of head.matchAll(end)) if (found.index > 0) at = found.index + found[0].length;
      if (at > MOST / 3) break;
    }
    // A cut between the halves of a character would make two that mean nothing.
    if (at <= 0) at = /[\ud800-\udbff]/.test(head.at(-1) ?? "") ? MOST - 1 : MOST;
    parts.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  if (rest !== "") parts.push(rest);
  return parts;
}

const headingOf = (headings: string[]): string => headings.join(" › ").slice(0, 400);

/** Joins two sections under the headings that both share; the other headings become part of the text. */
function joined(one: Section, other: Section): Section {
  const differs = one.headings.findIndex((heading, at) => heading !== other.headings[at]);
  const common = differs === -1 ? one.headings : one.headings.slice(0, differs);
  const inside = ({ headings, text }: Section) => [...headings.slice(common.length), text].join("\n");
  return { headings: common, text: `${inside(one)}\n\n${inside(other)}` };
}

/** The passages of a document, in its order. Together they hold all of its text. */
export function chunksOf(document: Document): Chunk[] {
  const chunks: Chunk[] = [];
  let held: Section | null = null;
  const push = ({ headings, text }: Section) => {
    for (const part of cut(text)) chunks.push({ heading: headingOf(headings), text: part });
  };
  for (const section of document.sections) {
    if (held && held.text.length < LITTLE && held.text.length + section.text.length < MOST)
      held = joined(held, section);
    else {
      if (held) push(held);
      held = section;
    }
  }
  if (held) push(held);
  return chunks;
}
