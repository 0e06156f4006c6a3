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

/** What programs of a language save tables in where they do not write UTF-8; elsewhere that is windows-1252. */
const ENCODINGS: Record<string, string> = {
  "windows-1250": "bs cs hr hu pl ro sk sl sq",
  "windows-1251": "be bg kk mk ru sr uk",
  "windows-1253": "el",
  "windows-1254": "az tr",
  "windows-1255": "he",
  "windows-1256": "ar fa ur",
  "windows-1257": "et lt lv",
  "windows-1258": "vi",
  "windows-874": "th",
  big5: "zh-Hant",
  "euc-kr": "ko",
  gb18030: "zh",
  shift_jis: "ja",
};
const MARKED = [
  [0xff, 0xfe],
  [0xfe, 0xff],
] as const;

function encodingOf(bytes: Uint8Array, language: string): string | undefined {
  if (MARKED.some((mark) => mark.every((byte, at) => bytes[at] === byte))) return;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const { language: name, script } = new Intl.Locale(language).maximize();
    const wanted = script === "Hant" ? "zh-Hant" : name;
    return Object.keys(ENCODINGS).find((encoding) => ENCODINGS[encoding]?.split(" ").includes(wanted));
  }
}

/** A chosen file as a source wants it. @param language of the program that most likely saved it */
export async function readFile(
  file: File,
  language = navigator.language,
): Promise<{ content_type: string; content_base64: string }> {
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = ending === "csv" || ending === "tsv" ? encodingOf(bytes, language) : undefined;
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  const type = TYPES[ending] ?? (file.type || "text/plain");
  return { content_type: encoding ? `${type}; charset=${encoding}` : type, content_base64: btoa(binary) };
}
