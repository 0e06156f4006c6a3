/** A page that an answer was made from. */
export interface SourceLink {
  readonly title: string;
  readonly url: string;
}

/** Pages named under one answer: as many as a search answers with. */
const MAX_SOURCES = 5;

/** The pages of a search that answers, each once. What is no web address is left out. */
export function sourcesOf(output: string): SourceLink[] {
  try {
    const { found, passages } = JSON.parse(output);
    if (found === false) return [];
    const links = new Map<string, SourceLink>();
    for (const { title, url } of passages)
      if (typeof url === "string" && /^https?:\/\//i.test(url) && !links.has(url))
        links.set(url, { title: String(title || url).slice(0, 120), url });
    return [...links.values()].slice(0, MAX_SOURCES);
  } catch {
    return [];
  }
}
