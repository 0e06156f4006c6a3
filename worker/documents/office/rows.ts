import { MAX_DOCUMENT_BYTES } from "../../../shared/knowledge.ts";
import { line } from "../clean.ts";
import { UnreadableDocument } from "../document.ts";

/** Columns of a row that are read. */
const MAX_COLUMNS = 200;

const isNumber = (text: string) => /^[\d\s.,:%€$£/+-]+$/.test(text);

/**
 * A table as lines that each stand alone, as a search finds them one by one: the words of the first row before those of
 * each other one.
 * @throws UnreadableDocument where it is too long
 */
export function tableText(table: Iterable<readonly string[]>): string {
  const rows = [...table].map((row) => row.slice(0, MAX_COLUMNS).map(line)).filter((row) => row.some(Boolean));
  const [first = [], ...others] = rows;
  const named = first.filter(Boolean);
  const headed = others.length > 0 && named.length > 1 && !named.some(isNumber);
  const lines = headed
    ? others.map((row) =>
        row.flatMap((cell, at) => (cell === "" ? [] : [first[at] ? `${first[at]}: ${cell}` : cell])).join("; "),
      )
    : rows.map((row) => row.filter(Boolean).join(" | "));
  const text = lines.join("\n");
  if (text.length > MAX_DOCUMENT_BYTES)
    throw new UnreadableDocument("It holds more than 2 MB of text. Split it into parts.");
  return text;
}
