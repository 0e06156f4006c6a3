/**
 * What the Markdown of an agent says, for the screen, the console and speech alike. `at` is the place of a text's first
 * character in the source; from there on both have the same characters.
 */
export type Inline =
  | { type: "text"; text: string; at: number }
  | { type: "code"; text: string; at: number }
  | { type: "strong" | "em" | "del"; content: Inline[] }
  /** `bare`: the address itself was written, as text. */
  | { type: "link"; href: string; content: Inline[]; bare?: boolean };

export type Block =
  | { type: "paragraph"; content: Inline[] }
  | { type: "heading"; level: number; content: Inline[] }
  | { type: "code"; lines: { text: string; at: number }[] }
  | { type: "quote"; content: Block[] }
  | { type: "list"; ordered: boolean; start: number; items: Block[][] }
  /** The first row is the head. */
  | { type: "table"; rows: Inline[][][] }
  | { type: "rule" };
