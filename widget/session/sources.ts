/** A page that a search of the site found. */
export interface SourceLink {
  readonly title: string;
  readonly url: string;
  /** The part of it that the agent was given. */
  readonly text: string;
}

/** Pages kept of one search: as many as it answers with. */
const MAX_SOURCES = 5;
/** Characters of a page's text that are kept. */
const MAX_TEXT = 6_000;

/** The pages of a search that answers, the nearest first, each once. What is no web address is left out. */
export function sourcesOf(output: string): SourceLink[] {
  try {
    const { found, passages } = JSON.parse(output);
    if (found === false) return [];
    const pages = new Map<string, SourceLink>();
    for (const { title, url, text } of passages) {
      if (typeof url !== "string" || !/^https?:\/\//i.test(url)) continue;
      const before = pages.get(url);
      const all = [before?.text, text].filter((one) => typeof one === "string").join("\n");
      pages.set(url, { title: before?.title ?? String(title || url).slice(0, 120), url, text: all.slice(0, MAX_TEXT) });
    }
    return [...pages.values()].slice(0, MAX_SOURCES);
  } catch {
    return [];
  }
}
