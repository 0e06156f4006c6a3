/** Pieces of the generated pages of `docs/`. */

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
export const code = (text: string) => (text ? `\`${text}\`` : "");
/** Inside a table's cell a pipe would end the cell, even in code. */
export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => "---"), ...rows.map((row) => row.map(cell))].map((row) => `| ${row.join(" | ")} |`).join("\n");

export const NOTE = "<!-- Made by `npm run docs` from the source. Change it there. -->";
