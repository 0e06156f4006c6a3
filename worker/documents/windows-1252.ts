/** What the encoding standard calls windows-1252, and so do all who write one of these. */
const LABELS = new Set(
  "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252 x-user-defined".split(
    " ",
  ),
);
/** 0x80 to 0x9f; Node 20's own decoder leaves them as control characters. */
const C1 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
const STEP = 8_192;

export const isWindows1252 = (label: string): boolean => LABELS.has(label);

export function decodeWindows1252(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += STEP) {
    const codes = Array.from(bytes.subarray(at, at + STEP), (byte) =>
      byte >= 0x80 && byte < 0xa0 ? C1.charCodeAt(byte - 0x80) : byte,
    );
    parts.push(String.fromCharCode(...codes));
  }
  return parts.join("");
}
