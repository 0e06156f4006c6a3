/** Signs of fonts that have an order of their own, by the low byte of what a file names. Only those that say something. */
const FONTS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  wingdings: {
    ...{ 40: "☎", 42: "✉", 111: "☐", 120: "☒", 168: "☐", 223: "←", 224: "→" },
    ...{ 251: "✗", 252: "✓", 253: "☒", 254: "☑" },
  },
  "wingdings 2": { 79: "✗", 80: "✓", 81: "☒", 82: "☑", 163: "☐" },
  symbol: { 160: "€", 163: "≤", 174: "→", 176: "°", 177: "±", 179: "≥", 180: "×", 183: "•" },
};

/** What a sign of a font means, as a table's tick does; empty where nothing is known of it. */
export function symbolOf(font: string, hexadecimal: string): string {
  const code = Number.parseInt(hexadecimal, 16);
  const signs = FONTS[font.toLowerCase()];
  if (signs) return signs[code & 0xff] ?? "";
  // What lies between is half a sign, or the font's own.
  const isSign = (code >= 0x20 && code < 0xd800) || (code > 0xf8ff && code < 0xfffe);
  return isSign ? String.fromCharCode(code) : "";
}
