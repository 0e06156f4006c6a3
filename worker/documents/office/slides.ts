import { line, paragraphs } from "../clean.ts";
import type { Section } from "../document.ts";
import { readXml } from "./xml.ts";

/** Of a file like `ppt/slides/slide7.xml`. */
const numberOf = (name: string) => Number(/(?<!\d)(\d{1,9})\.xml$/.exec(name)?.[1] ?? 0);

/** What a slide says: its title, and its text; `null` for a hidden one. */
function readSlide(bytes: Uint8Array | undefined): { title: string; text: string } | null {
  const titles: string[] = [];
  const lines: string[] = [];
  let shown = true;
  let named = false;
  let taking = false;
  let paragraph = "";
  readXml(bytes, {
    open(name, { show, type }) {
      if (name === "sld") shown = show !== "0" && show !== "false";
      else if (name === "sp") named = false;
      else if (name === "ph") named = type === "title" || type === "ctrTitle";
      else if (name === "p") paragraph = "";
      else if (name === "t") taking = true;
      else if (name === "br") paragraph += "\n";
    },
    text(text) {
      if (taking) paragraph += text;
    },
    close(name) {
      if (name === "t") taking = false;
      else if (name === "p") (named ? titles : lines).push(paragraph);
    },
  });
  return shown ? { title: line(titles.join(" ")), text: paragraphs(lines.join("\n")) } : null;
}

/** The sections of a presentation, one a slide, in the order of their numbers. */
export function readSlides(files: ReadonlyMap<string, Uint8Array>): Section[] {
  const names = [...files.keys()].filter((name) => name.startsWith("ppt/slides/"));
  return names
    .sort((one, other) => numberOf(one) - numberOf(other))
    .flatMap((name): Section[] => {
      const slide = readSlide(files.get(name));
      if (!slide || (slide.title === "" && slide.text === "")) return [];
      if (slide.text === "") return [{ headings: [], text: slide.title }];
      return [{ headings: [slide.title || `Slide ${numberOf(name)}`], text: slide.text }];
    });
}
