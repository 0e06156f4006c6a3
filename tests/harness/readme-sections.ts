import { globSync, readFileSync } from "node:fs";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

/** Markdown that nobody here wrote: parts of the READMEs of our packages, each `every`-th without HTML and footnotes. */
export function readmeSections(every: number): { file: string; text: string }[] {
  return globSync("node_modules/*/{README,readme}.md")
    .sort()
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .replaceAll("\r\n", "\n")
        .split(/\n(?=#{1,6} )/)
        .map((text) => ({ file, text })),
    )
    .filter(({ text }) => {
      const outsideCode = text.replace(/```[\s\S]*?```|`[^`]*`/g, "");
      return text.length < 3_000 && !/<[a-z!/?][^>]*>|\[\^|&[a-z]+;|^\s*•|!\[\]/im.test(outsideCode);
    })
    .filter((_, index) => index % every === 0);
}

export const toHtml = (text: string): string =>
  micromark(text, {
    extensions: [gfm({ singleTilde: false }), { disable: { null: ["codeIndented"] } }],
    htmlExtensions: [gfmHtml()],
  });

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** What a browser would show of it. */
export const shownOf = (text: string): string =>
  toHtml(text)
    .replace(/<img[^>]*alt="([^"]*)"[^>]*>/g, "$1")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? "");

/** Letters and digits in their order. */
export const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");
