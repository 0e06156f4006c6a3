import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { fetched } from "./cache.ts";
import type { SitePage } from "./electron.ts";

/** What front matter says a page is called. */
const titleIn = (matter: string): string | undefined =>
  /^title:\s*(.+)$/m.exec(matter)?.[1]?.replace(/^(['"])(.*)\1$/, "$2");

/** Notes and names that belong to the programs which make sites of these files. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\[!(?:DNL|UICONTROL) ([^\]]*)\]/g, "$1")
    .replace(/^(> *)\[![A-Z]+\]/gm, "$1")
    .replace(/\{\{[^}]*\}\}|\{%[^%]*%\}/g, "")
    .replace(/^!+ /gm, "");

/** The pages that a repository's Markdown files make. */
export async function repositoryPages({
  repository,
  commit,
  folders,
  named = "**/*.md",
  language = "en",
}: {
  repository: string;
  commit: string;
  folders: string[];
  /** Which files of each folder, as a pattern. */
  named?: string;
  language?: string;
}): Promise<SitePage[]> {
  const root = await fetched(repository, commit);
  const files = folders.flatMap((folder) => globSync(join(folder, named), { cwd: root }));
  const site = repository.replace(/\W+/g, "-").toLowerCase();
  return files.sort().flatMap((file) => {
    const [, matter = "", text = ""] =
      /^(?:---\n([\s\S]*?)\n---\n)?([\s\S]*)$/.exec(
        readFileSync(join(root, file), "utf8").replaceAll(/^\uFEFF|\r/g, ""),
      ) ?? [];
    const body = micromark(plain(text), { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
    const title = titleIn(matter);
    const heading = title === undefined || /<h1/.test(body) ? "" : `<h1>${title}</h1>`;
    if (body.replace(/<[^>]*>/g, "").trim().length < 40) return [];
    const address = `https://${site}.example/${file.replace(/(\/docs)?(\.\w\w)?\.md$/, "")}`;
    const head = `<title>${title ?? file}</title>`;
    return [{ address, html: `<!doctype html><html lang="${language}">${head}<main>${heading}${body}</main></html>` }];
  });
}
