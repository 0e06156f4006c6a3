import { Parser } from "htmlparser2";
import { line, paragraphs } from "./clean.ts";
import { type Document, type Section, sizeOf, UnreadableDocument } from "./document.ts";
import { Outline } from "./outline.ts";

/** Elements around a page's own text, or without any. */
const LEFT_OUT = new Set(
  "script style noscript template svg math iframe object embed canvas audio video map nav footer aside dialog button select textarea datalist".split(
    " ",
  ),
);
const LEFT_OUT_ROLES = new Set(
  "navigation banner contentinfo search menu menubar toolbar dialog alertdialog".split(" "),
);
/** Classes and ids of such parts, for pages that do not use the elements. */
const SURROUNDINGS =
  /(^|\s)(navbar|nav|navigation|site-nav|main-nav|footer|site-footer|page-footer|breadcrumbs?|cookie-(banner|consent|notice)|skip-(link|nav)|skip-to-content|sr-only|visually-hidden)($|\s)/i;
const BLOCKS = new Set(
  "address article blockquote caption center dd details div dl dt fieldset figcaption figure form header hr legend li main ol p pre section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Real pages nest far less; deeper nesting is an attack on the parser's time. */
const MAX_DEPTH = 400;
/** If a page's own part has at least so many characters, the rest is left out. */
const ENOUGH = 200;

interface Piece extends Section {
  own: boolean;
}

/**
 * The words of a page with their headings, without menus and footers. If a page marks its own part (`main`, `article`),
 * only that is taken.
 * @throws UnreadableDocument
 */
export function readHtml(html: string): Document {
  const pieces: Piece[] = [];
  let title = "";
  let language: string | null = null;
  const outline = new Outline();
  let text = "";
  let heading: { level: number; text: string } | null = null;
  /** Whether the last heading stands in the page's own part. */
  let own_heading = false;
  let depth = 0;
  /** Depths at which these began: a part that is left out, the page's own part, and preformatted text. */
  let left_out = 0;
  let own = 0;
  let pre = 0;
  let in_title = false;

  const flush = () => {
    const clean = paragraphs(text);
    if (clean !== "") pieces.push({ ...outline.below(clean), own: own > 0 });
    text = "";
  };
  const pushHeading = (section: Section | null) => {
    if (section) pieces.push({ ...section, own: own_heading });
  };
  const breakLine = (mark = "\n") => {
    if (!text.endsWith(mark)) text += mark;
  };
  const hidden = (name: string, attributes: Record<string, string>) =>
    LEFT_OUT.has(name) ||
    LEFT_OUT_ROLES.has(attributes.role ?? "") ||
    "hidden" in attributes ||
    attributes["aria-hidden"] === "true" ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? "") ||
    (name === "header" && own === 0) ||
    (own === 0 && name !== "body" && name !== "html" && name !== "main" && SURROUNDINGS.test(attributes.class ?? "")) ||
    (own === 0 && SURROUNDINGS.test(attributes.id ?? ""));

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (!VOID.has(name)) depth++;
        if (depth > MAX_DEPTH)
          throw new UnreadableDocument("Its elements are nested too deeply. Give another address.");
        if (name === "html") language = attributes.lang?.trim() || null;
        if (name === "title" && title === "") in_title = true;
        if (left_out > 0) return;
        if (hidden(name, attributes) && !VOID.has(name)) {
          left_out = depth;
          return;
        }
        if (own === 0 && (name === "main" || name === "article" || attributes.role === "main")) {
          flush();
          own = depth;
        }
        const level = /^h([1-6])$/.exec(name)?.[1];
        if (level !== undefined) {
          flush();
          heading = { level: Number(level), text: "" };
        } else if (name === "br") text += "\n";
        else if (name === "li") {
          breakLine();
          text += "- ";
        } else if (name === "td" || name === "th") text += text === "" || text.endsWith("\n") ? "" : " | ";
        else if (name === "pre") {
          breakLine("\n\n");
          pre = pre || depth;
        } else if (name === "p") breakLine("\n\n");
        else if (BLOCKS.has(name)) breakLine();
        if (name === "img" && heading === null && attributes.alt) text += ` ${attributes.alt} `;
      },
      ontext(data) {
        if (in_title) title += data;
        else if (left_out > 0) return;
        else if (heading) heading.text += data;
        else if (pre > 0) text += data;
        else
          text +=
            text.endsWith("\n") || text === "" ? data.replace(/\s+/g, " ").trimStart() : data.replace(/\s+/g, " ");
      },
      onclosetag(name) {
        if (name === "title") in_title = false;
        if (VOID.has(name)) return;
        if (left_out === 0) {
          if (heading !== null && /^h[1-6]$/.test(name)) {
            const words = line(heading.text);
            if (words !== "") {
              pushHeading(outline.enter(heading.level, words));
              own_heading = own > 0;
            }
            heading = null;
          } else if (name === "p") breakLine("\n\n");
          else if (name !== "td" && name !== "th" && BLOCKS.has(name)) breakLine();
          if (own === depth) {
            flush();
            pushHeading(outline.close());
            own = 0;
          }
        }
        if (left_out === depth) left_out = 0;
        if (pre === depth) pre = 0;
        depth--;
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(html);
  parser.end();
  flush();
  pushHeading(outline.close());

  const part = pieces.filter((piece) => piece.own);
  const chosen = part.reduce((sum, piece) => sum + piece.text.length, 0) >= ENOUGH ? part : pieces;
  const sections = chosen.map(({ headings, text }): Section => ({ headings, text }));
  const name = line(title) || chosen.find((piece) => piece.headings[0])?.headings[0] || null;
  return { title: name, language, sections, bytes: sizeOf(sections) };
}
