import { MAX_DOCUMENT_BYTES } from "../../../shared/knowledge.ts";
import { decodeText } from "../charset.ts";
import { line } from "../clean.ts";
import { type Document, type Section, sizeOf, UnreadableDocument } from "../document.ts";
import { readHtml } from "../html/read-html.ts";
import { type Files, partName } from "./relationships.ts";
import { readSheets } from "./sheets.ts";
import { readSlides } from "./slides.ts";
import { unpack } from "./unpack.ts";
import { readWord } from "./word.ts";
import { readXml } from "./xml.ts";

const WANTED =
  /^(?:word\/(?:document|footnotes|endnotes|styles)|docprops\/core|ppt\/presentation|ppt\/slides\/[^/]+|xl\/(?:workbook|sharedstrings|styles)|xl\/worksheets\/[^/]+|meta-inf\/container)\.xml$|^(?:xl\/_rels\/workbook|ppt\/_rels\/presentation)\.xml\.rels$|\.(?:opf|xhtml|html|htm)$/;

/** Title and language, as Dublin Core has them in an Office file and in a book. */
function coreOf(bytes: Uint8Array | undefined): { title: string | null; language: string | null } {
  const found: Record<string, string> = {};
  let name = "";
  readXml(bytes, {
    open: (tag) => {
      name = tag;
    },
    text: (text) => {
      found[name] = `${found[name] ?? ""}${text}`;
    },
    close: () => {
      name = "";
    },
  });
  return { title: line(found.title ?? "") || null, language: line(found.language ?? "") || null };
}

/** Where the package of a book stands. */
function packageOf(files: Files): string {
  let path = "";
  readXml(files.get("meta-inf/container.xml"), {
    open(name, attributes) {
      if (name === "rootfile") path ||= attributes["full-path"] ?? "";
    },
  });
  return partName(path);
}

/** Path of a file of the archive that another one names. */
function resolved(href: string, base: string): string {
  const root = "https://book/";
  if (!URL.canParse(base, root) || !URL.canParse(href, new URL(base, root))) return "";
  const path = new URL(href, new URL(base, root)).pathname.slice(1);
  try {
    return partName(decodeURIComponent(path));
  } catch {
    return partName(path);
  }
}

/** Bytes of all chapters of a book: as much text as is taken, and as much around it. */
const MAX_CHAPTERS = 2 * MAX_DOCUMENT_BYTES;
const TOO_MUCH_TEXT = "It holds more than 2 MB of text. Split it into parts.";

/** The chapters of a book in the order in which it is read. */
function readBook(files: Files, opf: string): Section[] {
  const manifest = new Map<string, string>();
  const chapters: string[] = [];
  readXml(files.get(opf), {
    open(name, { id = "", href = "", idref = "", linear }) {
      if (name === "item") manifest.set(id, href);
      else if (name === "itemref" && linear !== "no") chapters.push(manifest.get(idref) ?? "");
    },
  });
  // By their files: one file can be named in many ways, each of which would have it read again.
  const paths = [...new Set(chapters)].map((href) => resolved(href, opf));
  const found = [...new Set(paths)].flatMap((path) => files.get(path) ?? []);
  if (found.reduce((sum, { byteLength }) => sum + byteLength, 0) > MAX_CHAPTERS)
    throw new UnreadableDocument(TOO_MUCH_TEXT);
  return found.flatMap((bytes) => readHtml(decodeText(bytes, { html: true, xml: true })).sections);
}

/**
 * Word, Excel, PowerPoint and EPUB: XML in a ZIP archive.
 * @throws UnreadableDocument
 */
export async function readPacked(bytes: Uint8Array): Promise<Document> {
  const files = await unpack(bytes, (name) => {
    const part = partName(name);
    return WANTED.test(part) ? part : null;
  });
  const opf = packageOf(files);
  const sections = files.has("word/document.xml")
    ? readWord(files)
    : files.has("xl/workbook.xml")
      ? readSheets(files)
      : opf !== ""
        ? readBook(files, opf)
        : readSlides(files);
  if (sections.length === 0)
    throw new UnreadableDocument(
      "It is no Word, Excel, PowerPoint or EPUB file with text. Give the documents one by one, or save them as PDF.",
    );
  const size = sizeOf(sections);
  if (size > MAX_DOCUMENT_BYTES) throw new UnreadableDocument(TOO_MUCH_TEXT);
  const { title, language } = coreOf(files.get("docprops/core.xml") ?? files.get(opf));
  return { title: title ?? sections[0]?.headings[0] ?? null, language, sections, bytes: size };
}
