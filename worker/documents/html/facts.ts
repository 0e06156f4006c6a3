import { line } from "../clean.ts";
import type { Section } from "../document.ts";
import { isCanonical, isTranslation, MAX_ADDRESS } from "../link-relations.ts";
import { eachThing, isType, list } from "./linked-data.ts";
import { type Element, elements, type Markup, parseMarkup, textIn, wordsIn } from "./markup.ts";

/** What a page says of itself in its head, for machines. */
export interface PageFacts {
  title: string;
  language: string | null;
  /** Rules for crawlers: whom they bind, and what they say. */
  robots: { name: string; content: string }[];
  canonical: string | null;
  base: string | null;
  /** The feeds that it names, as they are written. */
  feeds: string[];
  /** Where it stands in each language that it is told in, as they are written; `null` where it names too many. */
  translations: string[] | null;
}

const MAX_TITLE = 1_000;
const MAX_FEEDS = 5;
/** Sites of the most languages and countries name half as many. */
const MAX_TRANSLATIONS = 300;

const isFeed = ({ rel = "", type = "", href = "" }: Element["attributes"]): boolean =>
  /(^|\s)alternate(\s|$)/i.test(rel) && /^application\/(rss|atom)\+xml\b/i.test(type) && href.length <= MAX_ADDRESS;

function addTranslation(facts: PageFacts, href: string): void {
  if (facts.translations?.length === MAX_TRANSLATIONS) facts.translations = null;
  facts.translations?.push(href.trim());
}

export function factsOf(markup: Markup): PageFacts {
  const facts: PageFacts = {
    title: "",
    language: null,
    robots: [],
    canonical: null,
    base: null,
    feeds: [],
    translations: [],
  };
  for (const element of elements(markup)) {
    const { name, attributes, parent } = element;
    if (name === "html") facts.language ??= attributes.lang?.trim() || attributes["xml:lang"]?.trim() || null;
    else if (name === "title" && facts.title === "" && parent?.name !== "svg")
      facts.title = line(textIn(markup, element).slice(0, MAX_TITLE));
    else if (name === "base") facts.base ??= attributes.href ?? null;
    else if (name === "link" && isCanonical(attributes)) facts.canonical ??= attributes.href ?? null;
    else if (name === "link" && isFeed(attributes) && facts.feeds.length < MAX_FEEDS)
      facts.feeds.push(attributes.href?.trim() ?? "");
    else if (name === "link" && isTranslation(attributes)) addTranslation(facts, attributes.href ?? "");
    else if (name === "meta" && attributes.name && attributes.content && facts.robots.length < 100)
      for (const one of attributes.name.slice(0, 300).split(","))
        facts.robots.push({ name: one.trim().toLowerCase(), content: attributes.content.slice(0, 1_000) });
  }
  return facts;
}

const MAX_LINKS = 5_000;
/** `0; url='/en/'`: where a browser goes on by itself. */
const REFRESH = /^[\s\d.]{0,20}[;,]\s{0,20}url\s{0,20}=\s{0,20}["']?([^"']+)/i;

/** Where an element leads. */
function targetOf({ name, attributes, parent }: Element): string | undefined {
  if (name === "a" || name === "area") return attributes.href;
  // In `noscript` it leads those away for whom the page is not made.
  const refreshes = name === "meta" && /^refresh$/i.test(attributes["http-equiv"] ?? "") && parent?.name !== "noscript";
  return refreshes ? REFRESH.exec((attributes.content ?? "").slice(0, MAX_ADDRESS))?.[1] : undefined;
}

/** Where a page's links lead, as they are written, for a crawler that may follow them. */
export function linksOf(markup: Markup): string[] {
  const links = new Set<string>();
  for (const element of elements(markup)) {
    const target = targetOf(element);
    if (!target || target.length > MAX_ADDRESS) continue;
    if (/(^|\s)nofollow(\s|$)/i.test(element.attributes.rel ?? "")) continue;
    links.add(target.trim());
    if (links.size >= MAX_LINKS) break;
  }
  return [...links];
}

/** Questions with their answers from a page's linked data. */
export function questionsOf(data: readonly unknown[]): Section[] {
  const found: Section[] = [];
  const plain = (html: unknown): string => {
    if (typeof html !== "string") return "";
    const markup = parseMarkup(`<div>${html.slice(0, 20_000)}</div>`);
    const [root] = markup.nodes;
    return root && typeof root !== "string" ? wordsIn(markup, root, 20_000) : "";
  };
  eachThing(data, (thing) => {
    if (!isType(thing, "Question")) return true;
    const answers = [...list(thing.acceptedAnswer), ...list(thing.suggestedAnswer)];
    const text = answers.map((answer) => plain((answer as { text?: unknown } | null)?.text)).filter(Boolean);
    const question = plain(thing.name) || plain(thing.text);
    if (question !== "" && text.length > 0)
      found.push({ headings: [line(question)], text: text.map(line).join("\n\n") });
    return false;
  });
  return found;
}
