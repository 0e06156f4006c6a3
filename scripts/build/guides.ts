import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { sectionsOf } from "./guide-sections.ts";

/** The guides of `docs/` as pages of the running service: `/guides/`, `/guides/console` and so on. */

/** Every guide, by whom it is for. */
export const GUIDES: Record<string, readonly string[]> = {
  "For site owners": [
    "console",
    "platforms",
    "configuration",
    "languages",
    "knowledge",
    "contacts-and-hours",
    "people",
    "webhooks",
    "identity",
    "tracking",
    "pages",
  ],
  "For operators": ["deploy", "operating", "vendors", "security", "rotation", "backup", "scale"],
  "For developers": ["element", "contract", "clients", "architecture", "extending"],
};

/** As the forges make it, so that a link to a heading works in both places. */
const slugOf = (heading: string) =>
  heading
    .replace(/<[^>]+>|&[a-z]+;/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** The body of a guide. What it links to beyond the guides is not served, so that only the words stay. */
export function guideHtml(markdown: string): string {
  const slugs = new Map<string, number>();
  const html = micromark(markdown.replace(/^<!--.*-->\n/gm, ""), { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return html
    .replace(/<(h[1-4])>(.*?)<\/\1>/g, (_, tag, text) => {
      const slug = slugOf(text);
      const earlier = slugs.get(slug) ?? 0;
      slugs.set(slug, earlier + 1);
      return `<${tag} id="${slug}${earlier > 0 ? `-${earlier}` : ""}">${text}</${tag}>`;
    })
    .replace(/<a href="([\w-]+)\.md(#[^"]*)?">/g, (_, name, hash = "") => `<a href="/guides/${name}${hash}">`)
    .replace(/<a href="(?!https?:|\/guides\/|#)[^"]*">(.*?)<\/a>/g, "$1")
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll("<table>", '<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
}

/** The first heading, as HTML. */
export const titleOf = (markdown: string): string =>
  (/^# (.+)$/m.exec(markdown)?.[1] ?? "Guide")
    .replaceAll("`", "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

interface Guide {
  name: string;
  title: string;
  markdown: string;
}

/** All guides, by whom they are for. */
const listOf = (guides: ReadonlyMap<string, readonly Guide[]>, heading: "h2" | "p", here?: string) =>
  [...guides]
    .map(([readers, list]) => {
      const links = list.map(({ name, title }) => {
        const current = name === here ? ' aria-current="page"' : "";
        return `<li><a href="/guides/${name}"${current}>${title}</a></li>`;
      });
      return `<${heading}>${readers}</${heading}>\n<ul>\n${links.join("\n")}\n</ul>`;
    })
    .join("\n");

/** The way from nothing to a call. */
const FIRST = `<h2>Get started</h2>
<ol>
<li><a href="/console/#/new-site">Make a site in the console</a>: its agent, its key and its snippet.</li>
<li><a href="/guides/platforms">Paste the snippet into your pages</a>.</li>
<li><a href="/guides/vendors#a-real-voice-in-two-lines">Give the agent a real voice</a>.</li>
<li><a href="/guides/knowledge">Let it know your pages</a>.</li>
</ol>`;

const page = (title: string, body: string, beside = "") => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · Voice Widget</title>
    <link rel="icon" href="/guides/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/guides/guides.css" />
    <script type="module" src="/guides/search.js"></script>
  </head>
  <body>
    <header class="site">
      <nav aria-label="Pages of this service">
        <a href="/guides/"><strong>Guides</strong></a>
        <a href="/console/">Console</a>
        <a href="/playground/">Playground</a>
        <a href="/docs">API reference</a>
      </nav>
      <form role="search" hidden>
        <input type="search" name="q" aria-label="Search all guides" aria-keyshortcuts="/" placeholder="Search all guides" autocomplete="off" spellcheck="false" />
        <kbd aria-hidden="true" title="The key / leads here">/</kbd>
      </form>
    </header>
    <div class="page">
    <main>
<section class="found" aria-label="Found in the guides">
<h1 hidden>Found in the guides</h1>
<p role="status"></p>
<ol></ol>
</section>
<div class="guide">
${body}
</div>
    </main>
${beside && `    <nav class="guides" aria-label="All guides">\n${beside}\n    </nav>`}
    </div>
  </body>
</html>
`;

/** Writes all of them into `out`. */
export function buildGuides(root: string, out: string): void {
  const folder = join(out, "guides");
  mkdirSync(folder, { recursive: true });
  const guides = new Map(
    Object.entries(GUIDES).map(([readers, names]): [string, Guide[]] => [
      readers,
      names.map((name) => {
        const markdown = readFileSync(join(root, "docs", `${name}.md`), "utf8");
        return { name, title: titleOf(markdown), markdown };
      }),
    ]),
  );
  const pages = [...guides.values()].flat().map((guide) => ({ ...guide, html: guideHtml(guide.markdown) }));
  for (const { name, title, html } of pages)
    writeFileSync(join(folder, `${name}.html`), page(title, html, listOf(guides, "p", name)));
  const sections = pages.flatMap(({ name, html }) => sectionsOf(name, html));
  writeFileSync(join(folder, "search.json"), JSON.stringify(sections));
  writeFileSync(join(folder, "index.html"), page("Guides", `<h1>Guides</h1>\n${FIRST}\n${listOf(guides, "h2")}`));
  const styles = ["console/styles/tokens.css", "docs/reference/guides.css", "docs/reference/guides-search.css"];
  writeFileSync(join(folder, "guides.css"), styles.map((file) => readFileSync(join(root, file), "utf8")).join("\n"));
  cpSync(join(root, "console/icon.svg"), join(folder, "icon.svg"));
  cpSync(join(root, "docs/reference/guides-search.js"), join(folder, "search.js"));
}
