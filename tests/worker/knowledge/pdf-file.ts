/** Writes small PDFs by hand, so that each fault stands alone in a file that is right otherwise. */

interface PdfOptions {
  title?: string;
  language?: string;
  /** Pack the pages' streams as most writers do. */
  packed?: boolean;
  /** Ask for a password: the keys of the standard handler, for no password that is empty. */
  locked?: boolean;
  /** Bytes of an object more, such as a stream. */
  extra?: Uint8Array;
}

const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0) & 0xff);
const text = (value: string) => `(${value.replace(/[\\()]/g, "\\$&")})`;

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Response(bytes).body?.pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function stream(content: string, packed: boolean): Promise<Uint8Array> {
  const bytes = packed ? await deflate(latin1(content)) : latin1(content);
  const filter = packed ? " /Filter /FlateDecode" : "";
  return joined([latin1(`<< /Length ${bytes.length}${filter} >>\nstream\n`), bytes, latin1("\nendstream")]);
}

/** @param pages the lines of each page; a page without lines draws nothing but a square */
export async function pdf(pages: readonly string[][], options: PdfOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { title, language, packed = false, locked = false, extra } = options;
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(" ");
  const lang = language ? ` /Lang ${text(language)}` : "";
  const objects: Uint8Array[] = [
    latin1(`<< /Type /Catalog /Pages 2 0 R${lang} >>`),
    latin1(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    latin1("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"),
  ];
  for (const [at, lines] of pages.entries()) {
    const content =
      lines.length === 0
        ? "10 10 100 100 re f"
        : `BT /F1 12 Tf 14 TL 50 700 Td ${lines.map((line) => `${text(line)} Tj T*`).join(" ")} ET`;
    objects.push(
      latin1(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      ),
      await stream(content, packed),
    );
  }
  let trailer = "";
  if (title) {
    objects.push(latin1(`<< /Title ${text(title)} >>`));
    trailer += ` /Info ${objects.length} 0 R`;
  }
  if (locked) {
    const key = "7a".repeat(32);
    objects.push(latin1(`<< /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -44 >>`));
    trailer += ` /Encrypt ${objects.length} 0 R /ID [<${"01".repeat(16)}> <${"01".repeat(16)}>]`;
  }
  if (extra) objects.push(extra);

  const parts: Uint8Array[] = [latin1("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")];
  const places: number[] = [];
  let size = parts[0]?.length ?? 0;
  for (const [at, body] of objects.entries()) {
    places.push(size);
    const whole = joined([latin1(`${at + 1} 0 obj\n`), body, latin1("\nendobj\n")]);
    parts.push(whole);
    size += whole.length;
  }
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  parts.push(
    latin1(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${trailer} >>\nstartxref\n${size}\n%%EOF\n`,
    ),
  );
  return joined(parts);
}

/** A stream that unpacks to so many bytes of nothing. */
export async function bomb(bytes: number): Promise<Uint8Array> {
  const packed = await deflate(new Uint8Array(bytes));
  const head = latin1(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`);
  return joined([head, packed, latin1("\nendstream")]);
}
