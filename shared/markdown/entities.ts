/** Those that agents and copied texts hold; any sign can be written by its number. */
const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  shy: "\u00ad",
  copy: "©",
  reg: "®",
  trade: "™",
  euro: "€",
  pound: "£",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  bull: "•",
  middot: "·",
  times: "×",
  deg: "°",
  rarr: "→",
  laquo: "«",
  raquo: "»",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
};
/** Names are written small: `toString` is in every object. */
const ENTITY = /&(?:#[xX]([\da-fA-F]{1,6})|#(\d{1,7})|([a-z]{2,8}));/y;

/** The entity of HTML that begins there: the sign it stands for, and how many characters name it. */
export function entityAt(text: string, at: number): { text: string; length: number } | null {
  ENTITY.lastIndex = at;
  const [whole = "", hex, decimal, name] = ENTITY.exec(text) ?? [];
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
  const sign = name ? ENTITIES[name] : code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  return sign === undefined ? null : { text: sign, length: whole.length };
}
