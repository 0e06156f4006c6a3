import { charsetOf, decodeText } from "./charset.ts";
import { type Document, UnreadableDocument } from "./document.ts";
import { readMarkdown } from "./markdown.ts";
import { readPdf } from "./pdf.ts";

type Format = "plain" | "markdown" | "html" | "pdf";

const FORMATS: Record<string, Format> = {
  "text/plain": "plain",
  "text/markdown": "markdown",
  "text/x-markdown": "markdown",
  "text/html": "html",
  "application/xhtml+xml": "html",
  "application/pdf": "pdf",
  "application/x-pdf": "pdf",
};

const essence = (contentType: string) => contentType.split(";")[0]?.trim().toLowerCase() ?? "";

/** Whether a document of this content type can be read at all. */
export const isReadable = (contentType: string): boolean => Object.hasOwn(FORMATS, essence(contentType));

/** The encoding that an HTML page names in its head. */
function metaCharset(bytes: Uint8Array): string | null {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 1_024));
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w:.-]+)/i.exec(head)?.[1]?.toLowerCase() ?? null;
}

/**
 * Reads a document of any known format.
 * @param contentType as it was declared, e.g. `text/html; charset=utf-8`
 * @param address of a fetched document; its ending shows Markdown that a server calls plain text
 * @throws UnreadableDocument
 */
export async function readDocument(bytes: Uint8Array, contentType: string, address?: string): Promise<Document> {
  if (bytes.byteLength === 0) throw new UnreadableDocument("It is empty. Give a document with text.");
  const document = await read(bytes, contentType, address);
  if (document.sections.length === 0) throw new UnreadableDocument("It has no text. Give a document with text.");
  return document;
}

async function read(bytes: Uint8Array, contentType: string, address = ""): Promise<Document> {
  const declared = FORMATS[essence(contentType)];
  const markdown = declared === "plain" && /\.(md|markdown)($|[?#])/i.test(address);
  const format = markdown ? "markdown" : declared;
  switch (format) {
    case "pdf":
      return readPdf(bytes);
    case "html": {
      // Loaded with the first page: the parser's tables of entities would slow down the Worker's start.
      const { readHtml } = await import("./html.ts");
      return readHtml(decodeText(bytes, charsetOf(contentType) ?? metaCharset(bytes)));
    }
    case "markdown":
    case "plain":
      return readMarkdown(decodeText(bytes, charsetOf(contentType)), format === "markdown");
    default:
      throw new UnreadableDocument(
        `It is ${essence(contentType).slice(0, 80) || "of no known type"}. Give text, Markdown, HTML or PDF.`,
      );
  }
}
