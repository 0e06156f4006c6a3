import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CORPORA, type Corpus } from "./corpora.ts";
import { startEncoder } from "./encoder.ts";
import { plainIndex } from "./plain.ts";
import { type Product, readSite } from "./product.ts";

const root = join(import.meta.dirname, "../..");

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

/** The product of another commit, with today's packages. */
async function productOf(commit: string): Promise<{ readSite: typeof readSite; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "voice-widget-before-"));
  const archive = execFileSync("git", ["archive", commit, "bench", "worker", "shared", "package.json"], {
    cwd: root,
    maxBuffer: 2 ** 28,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const earlier = (await import(join(folder, "bench/knowledge/product.ts"))) as { readSite: typeof readSite };
  return { readSite: earlier.readSite, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Prints what a product finds of a corpus. @returns whether it is good enough */
async function judge(
  { questions }: Corpus,
  product: Product,
  base: Found,
  meaning: boolean,
  when: string,
): Promise<boolean> {
  const addresses = async (question: string) => {
    const { items } = await product.search(question, meaning);
    return items.map(({ url }) => url);
  };
  const found = await places(questions, addresses);
  const { right, precision, recall, wrong } = await told(questions, product, meaning);
  const all = questions.answered.length + questions.unanswered.length;
  const name = `${when}${meaning ? "words and meaning" : "words"}`;
  console.log(
    `  ${name.padEnd(27)} ${found.five} / ${found.first}   found ${right} of ${all}, precision ${percent(precision)}, recall ${percent(recall)}`,
  );
  if (process.env.MISSED)
    console.log(`    not in five: ${found.missed.join(" | ")}\n    found wrong: ${wrong.join(" | ")}`);
  return found.five >= base.five && found.first >= base.first && right >= (meaning ? 44 : 40);
}

/**
 * Bodies of text that nobody here wrote, 40 questions each and ten that nothing answers. Fails where this product
 * is worse than a plain FTS5 index of the same passages, or where `found` is right too seldom. With `ENCODER=1` by
 * meaning as well, which takes some minutes the first time; `BEFORE=<commit>` asks the product of that commit too,
 * `CORPUS=policies` takes one of them, `MISSED=1` names what was not found.
 */
export async function quality(): Promise<void> {
  const encoder = process.env.ENCODER ? await startEncoder() : null;
  const { BEFORE } = process.env;
  const earlier = BEFORE ? await productOf(BEFORE) : null;
  try {
    for (const corpus of CORPORA.filter(({ name }) => name.includes(process.env.CORPUS ?? ""))) {
      const pages = await corpus.pages().catch((error: Error) => {
        console.log(`${corpus.name}: not measured, its texts could not be fetched: ${error.message.split("\n")[0]}`);
        return null;
      });
      if (!pages) continue;
      const product = await readSite(pages, encoder?.base ?? null);
      const before = await earlier?.readSite(pages, encoder?.base ?? null);
      const plain = plainIndex(product.passages);
      const base = await places(corpus.questions, async (question) => plain(question));
      const held_out = corpus.held_out ? ", held out" : "";
      console.log(`\n${corpus.name}, ${pages.length} pages, ${corpus.questions.answered.length} questions${held_out}`);
      console.log(`  ${"plain FTS5 index".padEnd(27)} ${base.five} / ${base.first}`);
      for (const meaning of encoder ? [false, true] : [false]) {
        if (before) await judge(corpus, before, base, meaning, "before: ");
        if (!(await judge(corpus, product, base, meaning, before ? "now: " : ""))) process.exitCode = 1;
      }
    }
  } finally {
    encoder?.server.close();
    earlier?.remove();
  }
}
