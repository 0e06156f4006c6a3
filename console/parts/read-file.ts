/** What the service reads, by the end of a file's name: browsers do not know Markdown. */
const TYPES: Record<string, string> = {
  txt: "text/plain",
  md: "text/markdown",
  markdown: "text/markdown",
  html: "text/html",
  htm: "text/html",
  pdf: "application/pdf",
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  epub: "application/epub+zip",
};

export const FILE_ENDINGS = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join();

/** A chosen file as a source wants it. */
export async function readFile(file: File): Promise<{ content_type: string; content_base64: string }> {
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return { content_type: TYPES[ending] ?? (file.type || "text/plain"), content_base64: btoa(binary) };
}
