import { charsetOf, decodeText } from "./charset.ts";
import { type Document, type PageRules, UnreadableDocument } from "./document.ts";
import { readMarkdown } from "./markdown.ts";
import { readPdf } from "./pdf.ts";
import { type Format, sniffed } from "./sniff.ts";

const FORMATS: Record<string, Format> = {
  "text/plain": "plain",
  "text/markdown": "markdown",
  "text/x-markdown": "markdown",
  "text/html": "html",
  "application/xhtml+xml": "html",
  "application/pdf": "pdf",
  "application/x-pdf": "pdf",
  "text/csv": "csv",
  "application/csv": "csv",
  "text/tab-separated-values": "csv",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "packed",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "packed",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "packed",
  "application/epub+zip": "packed",
};

/** What is read, in words. */
export const READABLE = "text, Markdown, HTML, PDF, CSV, Word, Excel, PowerPoint or EPUB";

const essence = (contentType: string) => contentType.split(";")[0]?.trim().toLowerCase() ?? "";

/** Whether a document of this content type can be read at all. */
export const isReadable = (contentType: string): boolean => Object.hasOwn(FORMATS, essence(contentType));

interface Reading {
  /** Where it was fetched; its ending shows Markdown that a server calls plain text. */
  address?: string;
  /** Told what a page says to crawlers, before anything is said against its text. */
  obey?(rules: PageRules): void;
  /** Text in another encoding than is said is refused: who uploads it can save it anew. */
  strict?: boolean;
}

/**
 * Reads a document of any known format.
 * @param contentType as it was declared, e.g. `text/html; charset=utf-8`
 * @throws UnreadableDocument
 */
export async function readDocument(bytes: Uint8Array, contentType: string, reading: Reading = {}): Promise<Document> {
  if (bytes.byteLength === 0) throw new UnreadableDocument("It is empty. Give a document with text.");
  const document = await read(bytes, contentType, reading);
  if (document.page) reading.obey?.(document.page);
  if (document.sections.length === 0) throw new UnreadableDocument("It has no text. Give a document with text.");
  return document;
}

async function read(
  bytes: Uint8Array,
  contentType: string,
  { address = "", strict = false }: Reading,
): Promise<Document> {
  const said = essence(contentType);
  const declared = FORMATS[said];
  const format =
    declared === undefined || declared === "plain" || declared === "packed"
      ? (sniffed(bytes, said) ?? declared)
      : declared;
  const charset = charsetOf(contentType);
  switch (format) {
    case "pdf":
      return readPdf(bytes);
    case "html": {
      // Loaded with the first page: the parser's tables of entities would slow down the Worker's start.
      const { readHtml } = await import("./html/read-html.ts");
      return readHtml(decodeText(bytes, { charset, html: true }), address);
    }
    case "csv": {
      // Excel saves it in windows-1252 and says nothing of it.
      const { readCsv } = await import("./csv.ts");
      return readCsv(decodeText(bytes, { charset }));
    }
    case "packed": {
      const { readPacked } = await import("./office/read-packed.ts");
      return readPacked(bytes);
    }
    case "old office":
      throw new UnreadableDocument(
        "It is protected by a password, or in a format from before 2007. Save it without a password as .docx, .xlsx or .pptx.",
      );
    case "markdown":
    case "plain": {
      const markdown = format === "markdown" || /\.(md|markdown)($|[?#])/i.test(address);
      return readMarkdown(decodeText(bytes, { charset, strict }), markdown);
    }
    default:
      throw new UnreadableDocument(`It is ${said.slice(0, 80) || "of no known type"}. Give ${READABLE}.`);
  }
}
