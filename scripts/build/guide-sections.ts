/** What the search of the guides looks through: `/guides/search.json`. */

export interface GuideSection {
  /** Where it stands, `/guides/console#contacts`. */
  href: string;
  guide: string;
  heading: string;
  text: string;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** The words of HTML; a chart's source is none. */
const wordsOf = (html: string): string =>
  html
    .replace(/<pre[^>]*><code class="language-mermaid">.*?<\/pre>/gs, " ")
    .replace(/<\/?(?:code|em|strong|a|del)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();

/** A guide by its headings. @param html as `guideHtml` makes it */
export function sectionsOf(name: string, html: string): GuideSection[] {
  const [, ...parts] = html.split(/<h[1-4] id="([^"]*)">(.*?)<\/h[1-4]>/);
  const guide = wordsOf(parts[1] ?? name);
  const sections: GuideSection[] = [];
  for (let at = 0; at < parts.length; at += 3) {
    const [id = "", heading = "", text = ""] = parts.slice(at, at + 3);
    sections.push({ href: `/guides/${name}#${id}`, guide, heading: wordsOf(heading), text: wordsOf(text) });
  }
  return sections;
}
