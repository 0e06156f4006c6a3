export type Format = "plain" | "markdown" | "html" | "pdf" | "csv" | "packed" | "old office";

/** Content types that servers give to what they know nothing of. */
const UNKNOWN = new Set([
  "",
  "*/*",
  "unknown/unknown",
  "application/unknown",
  "application/octet-stream",
  "binary/octet-stream",
  "application/binary",
  "application/download",
  "application/force-download",
  "application/x-download",
  "application/x-octet-stream",
]);
/** An XML page is a page where its root is `html`. */
const XML = new Set(["application/xml", "text/xml"]);
const START = 1_024;
/** How the MIME Sniffing standard knows a page. */
const HTML =
  /^(?:<!--|<(?:!doctype html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p|meta|link|main|article|section|header)[\s/>])/i;
const PDF = "%PDF-";
/** How a ZIP archive begins, and a document of Office before 2007 or with a password. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
const begins = (bytes: Uint8Array, with_: readonly number[]) => with_.every((byte, at) => bytes[at] === byte);

/**
 * What a document is by its first bytes, as browsers look: only where its type says nothing, and a PDF also where it
 * is called text.
 * @param type the essence of its content type, in lower case; empty for none
 * @returns `null` where the type is to be believed, or nothing can be seen
 */
export function sniffed(bytes: Uint8Array, type: string): Format | null {
  if (begins(bytes, COMPOUND)) return "old office";
  if (begins(bytes, ZIP)) return "packed";
  const start = new TextDecoder("utf-8").decode(bytes.subarray(0, START)).trimStart();
  if (start.startsWith(PDF) && (UNKNOWN.has(type) || type === "text/plain")) return "pdf";
  if (XML.has(type)) return /<html[\s>]/i.test(start) ? "html" : null;
  if (!UNKNOWN.has(type)) return null;
  if (start.includes(PDF)) return "pdf";
  if (HTML.test(start) || (start.startsWith("<?xml") && /<html[\s>]/i.test(start))) return "html";
  // Whether it is text is seen when it is decoded.
  return "plain";
}
