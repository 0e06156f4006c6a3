import { line, paragraphs, utf8Bytes, visible } from "./clean.ts";
import { dialled, says } from "./dialled.ts";
import type { Document, Section } from "./document.ts";
import { MAX_HEADING, Outline } from "./outline.ts";
import { raisedDigits } from "./raised-digits.ts";

const HEADING = /^ {0,3}(#{1,6})[ \t]/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
/** What stands under it is a rule. */
const LISTED = /^(?:[-*+>|]|\d{1,9}[.)])(?:\s|$)/;
const UNDERLINE = /^ {0,3}(=+|-{3,})[ \t]*$/;

/** An address in angle brackets, which is no tag. */
const ADDRESS = /<(?:mailto:)?((?:https?:\/\/[^\s<>]{1,2000})|(?:[^\s<>@]{1,64}@[^\s<>@]{1,250}))>/gi;
const LINK = /\[([^\][\n]{1,500})\]\(([^()\n]{0,2000}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?)\)/g;
const SIGNS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", euro: "€" };

/** A link's words, and what it writes to or dials where they do not say it. */
function linked(_: string, words: string, target: string): string {
  const address = dialled(target);
  return address === "" || says(words, address) ? words : `${words} (${address})`;
}

/** Removes Markdown's marks around words. Every part of the patterns is bounded, so that none is slow. */
const withoutMarks = (text: string): string =>
  text
    .replace(/!\[([^\][\n]{0,300})\]\([^()\n]{0,2000}\)/g, "$1")
    .replace(LINK, linked)
    .replace(/\*\*([^*\n]{1,500})\*\*/g, "$1")
    .replace(ADDRESS, "$1")
    .replace(/(?<=\d)<sup>(\d{1,4})<\/sup>/gi, (_, digits: string) => raisedDigits(digits))
    .replace(/<\/?[a-z][^<>\n]{0,500}>/gi, " ")
    .replace(/&([a-z]{2,4});/g, (written, name: string) => (Object.hasOwn(SIGNS, name) ? SIGNS[name] : written) ?? "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");

/** What HTML's comments say is seen by nobody: notes between those who write. Reads line by line, to the last end of one. */
function commentsOut(lines: readonly string[]): (line: string, at: number) => string {
  const lastEnd = lines.findLastIndex((line) => line.includes("-->"));
  let inside = false;
  return (line, at) => {
    let seen = "";
    for (let from = 0; ; ) {
      if (inside) {
        const end = line.indexOf("-->", from);
        if (end === -1) return seen;
        inside = false;
        from = end + 3;
      }
      const begin = line.indexOf("<!--", from);
      // What a code span shows is meant to be seen.
      const shown = begin === -1 || line.slice(from, begin).includes("`");
      if (shown || (at >= lastEnd && !line.includes("-->", begin))) return seen + line.slice(from);
      seen += line.slice(from, begin);
      from = begin + 4;
      inside = true;
    }
  };
}

/** Title of the front matter, and what follows it: YAML between `---`, TOML between `+++`. */
function frontMatter(text: string): { title: string | null; rest: string } {
  const found = /^(---|\+\+\+)\n([\s\S]{0,4000}?)\n\1[ \t]*(?:\n|$)/.exec(text);
  if (!found) return { title: null, rest: text };
  const naming = found[1] === "---" ? /^title:/ : /^title[ \t]*=/;
  const named = (found[2] ?? "").split("\n").find((one) => naming.test(one));
  const title =
    named
      ?.replace(naming, "")
      .trim()
      .replace(/^["']|["']$/g, "") || null;
  return { title, rest: text.slice(found[0].length) };
}

/** The words of a heading, without the marks around them; `null` for a line that is none. */
function headingOf(line: string): { level: number; words: string } | null {
  const mark = HEADING.exec(line);
  if (!mark) return null;
  const rest = line.slice(mark[0].length).trim();
  let end = rest.length;
  while (rest[end - 1] === "#") end--;
  const closed = end === 0 || /\s/.test(rest[end - 1] ?? "");
  return { level: mark[1]?.length ?? 1, words: (closed ? rest.slice(0, end) : rest).trim() };
}

/**
 * Text in sections, by the headings of Markdown.
 * @param markdown false for plain text, where only lines that begin with `#` are headings and no marks are removed
 */
export function readMarkdown(source: string, markdown: boolean): Document {
  const { title, rest } = markdown
    ? frontMatter(source.replace(/\r\n?/g, "\n").replace(/^\ufeff/, ""))
    : { title: null, rest: source.replace(/\r\n?/g, "\n") };
  const sections: Section[] = [];
  const outline = new Outline();
  let top = "";
  let lines: string[] = [];
  let fence: string | null = null;
  const flush = () => {
    const text = paragraphs(lines.join("\n"));
    if (text !== "") sections.push(outline.below(text));
    lines = [];
  };
  const enter = (level: number, words: string) => {
    if (words.length > MAX_HEADING) return void lines.push(words);
    flush();
    const before = outline.enter(level, words);
    if (before) sections.push(before);
    top ||= words;
  };
  const all = rest.split("\n");
  const seen = markdown ? commentsOut(all) : (line: string) => line;
  for (const [at, written] of all.entries()) {
    const raw: string = fence === null ? seen(written, at) : written;
    const mark = FENCE.exec(raw)?.[1];
    if (markdown && mark && (fence === null || mark.startsWith(fence))) {
      fence = fence === null ? mark : null;
      continue;
    }
    if (fence !== null) {
      lines.push(raw);
      continue;
    }
    const found = headingOf(raw);
    const underline = markdown ? UNDERLINE.exec(raw)?.[1] : undefined;
    const before = lines.at(-1)?.trim() ?? "";
    if (found && found.words !== "") enter(found.level, line(markdown ? withoutMarks(found.words) : found.words));
    else if (underline !== undefined && before !== "" && !LISTED.test(before) && (lines.at(-2) ?? "").trim() === "") {
      lines.pop();
      enter(underline.startsWith("=") ? 1 : 2, line(before));
    } else lines.push(markdown ? withoutMarks(raw) : raw);
  }
  flush();
  const last = outline.close();
  if (last) sections.push(last);
  return {
    title: title === null ? top || null : line(title),
    language: null,
    sections,
    bytes: utf8Bytes(visible(source)),
  };
}
