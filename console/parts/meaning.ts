import type { MeaningState, Source } from "../../shared/knowledge.ts";
import { decimal } from "./format.ts";
import { passages } from "./source-progress.ts";

/** Which model finds passages by meaning, and how many of them it covers so far. */
export function meaningNote({ model, serving, ready, waiting, problem }: MeaningState): string {
  if (!model)
    return "A question finds what has its words. With an embedding model, which the operator sets up, it finds what means the same, too.";
  const other = serving !== null && (serving.vendor !== model.vendor || serving.name !== model.name);
  return [
    `A question finds what has its words and, with ${model.name}, what means the same: ${passages(ready)} ready${waiting > 0 ? `, ${waiting} waiting` : ""}.`,
    ...(other ? [`Until all are made anew, ${serving.name} answers.`] : []),
    ...(problem === null ? [] : [`The last try failed, and is repeated: ${problem}`]),
  ].join(" ");
}

/** About what it cost to embed a source; `null` where the price is not known. */
export function embeddingCost(
  { cents_per_megabyte: price }: Pick<MeaningState, "cents_per_megabyte">,
  { bytes }: Pick<Source, "bytes">,
): string | null {
  if (price === null || bytes === 0) return null;
  const cents = (bytes / 1e6) * price;
  return `By meaning: ${cents < 0.1 ? `less than ${decimal(0.1)} cents` : `about ${decimal(cents)} cents`}`;
}
