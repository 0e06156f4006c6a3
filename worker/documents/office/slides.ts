import { line, paragraphs } from "../clean.ts";
import type { Section } from "../document.ts";
import { type Files, targetsOf } from "./relationships.ts";
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
  let row: string[] | null = null;
  readXml(bytes, {
    open(name, { show, type }) {
      if (name === "sld") shown = show !== "0" && show !== "false";
      else if (name === "sp") named = false;
      else if (name === "ph") named = type === "title" || type === "ctrTitle";
      else if (name === "p") paragraph = "";
      else if (name === "tr") row = [];
      else if (name === "t") taking = true;
      else if (name === "br") paragraph += "\n";
    },
    text(text) {
      if (taking) paragraph += text;
    },
    close(name) {
      if (name === "t") taking = false;
      else if (name === "p") {
        (row ?? (named ? titles : lines)).push(paragraph);
        paragraph = "";
      } else if (name === "tr" && row) {
        lines.push(row.map(line).filter(Boolean).join(" | "));
        row = null;
      }
    },
  });
  return shown ? { title: line(titles.join(" ")), text: paragraphs(lines.join("\n")) } : null;
}

/** The slides as the presentation has them; of a file that does not say it, by the numbers of their names. */
function slidesOf(files: Files): string[] {
  const targets = targetsOf(files, "ppt", "presentation");
  const named: string[] = [];
  readXml(files.get("ppt/presentation.xml"), {
    open(name, { id = "" }) {
      const file = name === "sldId" ? targets.get(id) : undefined;
      if (file && files.has(file)) named.push(file);
    },
  });
  if (named.length > 0) return [...new Set(named)];
  const names = [...files.keys()].filter((name) => name.startsWith("ppt/slides/"));
  return names.sort((one, other) => numberOf(one) - numberOf(other));
}

/** The sections of a presentation, one a slide, in its order. */
export function readSlides(files: Files): Section[] {
  return slidesOf(files).flatMap((name, at): Section[] => {
    const slide = readSlide(files.get(name));
    if (!slide || (slide.title === "" && slide.text === "")) return [];
    if (slide.text === "") return [{ headings: [], text: slide.title }];
    return [{ headings: [slide.title || `Slide ${at + 1}`], text: slide.text }];
  });
}
