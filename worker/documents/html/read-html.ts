import { type Document, sizeOf } from "../document.ts";
import { languageOf } from "../language-of.ts";
import { isAboutBusiness, unseenFacts } from "./business.ts";
import { factsOf, linksOf, questionsOf } from "./facts.ts";
import { linkedData } from "./linked-data.ts";
import { parseMarkup } from "./markup.ts";
import { chosen, ENOUGH, unsaid } from "./own-part.ts";
import { piecesOf } from "./page-pieces.ts";
import { panelsOf } from "./panels.ts";

/** Characters that tell a page's language. */
const SAMPLE = 2_000;

/**
 * The words of a page with their headings, without menus, footers and notices, and with what is closed at first as long
 * as something on the page opens it. If a page marks its own part, and that is most of it, only that is taken. A page on
 * its business as a whole, as a home page is, has what stands around it and its data say of that, too.
 * @param address where it stands; without one it is part of a document
 * @throws UnreadableDocument
 */
export function readHtml(html: string, address: string | null = null): Document {
  const markup = parseMarkup(html);
  const facts = factsOf(markup);
  const panels = panelsOf(markup);
  const about_it = address !== null && isAboutBusiness(address);
  let sections = chosen(piecesOf(markup, panels, { noscript: false, around: about_it }));
  // A page that is made by a script may say the same for browsers without one.
  if (sizeOf(sections) < ENOUGH) {
    const all = chosen(piecesOf(markup, panels, { noscript: true, around: about_it }));
    if (sizeOf(all) >= ENOUGH) sections = all;
  }
  const linked_data = linkedData(markup);
  sections = [...sections, ...unsaid(questionsOf(linked_data), sections)];
  if (address !== null && linked_data.length > 0) {
    const text = sections.map((one) => one.text).join("\n");
    const language = languageOf(text.slice(0, SAMPLE), facts.language);
    sections.push(...unseenFacts(linked_data, { address, about_it, language, text }));
  }
  const title = facts.title || sections.find(({ headings }) => headings[0])?.headings[0] || null;
  const { language, robots, canonical, base, feeds, translations } = facts;
  return {
    title,
    language,
    sections,
    bytes: sizeOf(sections),
    page: { robots, canonical, base, feeds, translations, links: linksOf(markup) },
  };
}
