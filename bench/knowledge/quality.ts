import { CORPORA, type Corpus } from "./corpora.ts";
import { startEncoder } from "./encoder.ts";
import { plainIndex } from "./plain.ts";
import { type Product, readSite } from "./product.ts";

/** How often the right page is among the first five and the first, and which questions missed it. */
interface Found {
  five: number;
  first: number;
  missed: string[];
}

/** Of questions with and without an answer: how many `found` told apart, its precision and its recall. */
interface Told {
  right: number;
  precision: number;
  recall: number;
  wrong: string[];
}

const endsWith = (address: string | null, pages: readonly string[]) =>
  pages.some((page) => address?.replace(/\/$/, "").endsWith(`/${page}`));

async function places(
  { answered }: Corpus["questions"],
  addresses: (question: string) => Promise<(string | null)[]>,
): Promise<Found> {
  const found: Found = { five: 0, first: 0, missed: [] };
  for (const [question, ...pages] of answered) {
    const place = (await addresses(question)).findIndex((address) => endsWith(address, pages));
    if (place === 0) found.first++;
    if (place >= 0) found.five++;
    else found.missed.push(question);
  }
  return found;
}

async function told({ answered, unanswered }: Corpus["questions"], product: Product, meaning: boolean): Promise<Told> {
  const says = async (question: string) => (await product.search(question, meaning)).found;
  const wrong: string[] = [];
  let hits = 0;
  for (const [question] of answered)
    if (await says(question)) hits++;
    else wrong.push(question);
  let false_hits = 0;
  for (const question of unanswered)
    if (await says(question)) {
      false_hits++;
      wrong.push(question);
    }
  return {
    right: hits + unanswered.length - false_hits,
    precision: hits / (hits + false_hits),
    recall: hits / answered.length,
    wrong,
  };
}

const percent = (part: number) => `${Math.round(part * 100)} %`;

/**
 * Four bodies of text that nobody here wrote, 40 questions each and ten that nothing answers. Fails where this product
 * is worse than a plain FTS5 index of the same passages, or where `found` is right too seldom. With `ENCODER=1` by
 * meaning as well, which takes some minutes the first time; `CORPUS=policies` takes one of them, `MISSED=1` names what
 * was not found.
 */
export async function quality(): Promise<void> {
  const encoder = process.env.ENCODER ? await startEncoder() : null;
  try {
    for (const corpus of CORPORA.filter(({ name }) => name.includes(process.env.CORPUS ?? ""))) {
      const pages = await corpus.pages().catch((error: Error) => {
        console.log(`${corpus.name}: not measured, its texts could not be fetched: ${error.message.split("\n")[0]}`);
        return null;
      });
      if (!pages) continue;
      const product = await readSite(pages, encoder?.base ?? null);
      const plain = await plainIndex(product.db);
      const { questions } = corpus;
      const by = (meaning: boolean) => async (question: string) =>
        (await product.search(question, meaning)).items.map(({ url }) => url);
      const base = await places(questions, async (question) => plain(question));
      console.log(`\n${corpus.name}, ${pages.length} pages, ${questions.answered.length} questions`);
      console.log(`  plain FTS5 index      ${base.five} / ${base.first}`);
      for (const meaning of encoder ? [false, true] : [false]) {
        const found = await places(questions, by(meaning));
        const { right, precision, recall, wrong } = await told(questions, product, meaning);
        const all = questions.answered.length + questions.unanswered.length;
        console.log(
          `  ${(meaning ? "words and meaning" : "words").padEnd(21)} ${found.five} / ${found.first}   found ${right} of ${all}, precision ${percent(precision)}, recall ${percent(recall)}`,
        );
        if (process.env.MISSED)
          console.log(`    not in five: ${found.missed.join(" | ")}\n    found wrong: ${wrong.join(" | ")}`);
        if (found.five < base.five || found.first < base.first || right < (meaning ? 44 : 40)) process.exitCode = 1;
      }
    }
  } finally {
    encoder?.server.close();
  }
}
