import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PAGE_SHAPES } from "../tests/worker/knowledge/page-shapes.ts";

/**
 * `npm run bench -- pages`: which sentences an agent can find on pages of thirty and more shapes, and which it must not.
 * BEFORE=<commit> reads them with the readers of that commit as well.
 */

const root = join(import.meta.dirname, "..");

interface Read {
  sections: { headings: string[]; text: string }[];
}
type ReadDocument = (bytes: Uint8Array, type: string) => Promise<Read>;

const readerIn = async (folder: string) =>
  ((await import(join(folder, "worker/documents/read.ts"))) as { readDocument: ReadDocument }).readDocument;

/** The readers of another commit, with today's packages. */
async function readerOf(commit: string): Promise<{ read: ReadDocument; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "voice-widget-before-"));
  const archive = execFileSync("git", ["archive", commit, "worker", "shared", "package.json"], {
    cwd: root,
    maxBuffer: 2 ** 28,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return { read: await readerIn(folder), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function wordsOf(read: ReadDocument, bytes: Uint8Array, type: string): Promise<string> {
  try {
    const { sections } = await read(bytes, type);
    return sections.map(({ headings, text }) => [...headings, text].join("\n")).join("\n\n");
  } catch {
    return "";
  }
}

/** Prints a row for each shape; fails where today's readers lose a sentence, or let one in. */
export async function pages(before = process.env.BEFORE): Promise<void> {
  const today = await readerIn(root);
  const earlier = before ? await readerOf(before) : null;
  const readers = [...(earlier ? [earlier.read] : []), today];
  const sums = readers.map(() => ({ found: 0, of: 0, wrong: 0 }));
  console.log(`found of asked, and wrongly found${earlier ? `: at ${before}, and today` : ""}`);
  try {
    for (const { name, type, bytes, found, lost = [] } of PAGE_SHAPES) {
      const columns: string[] = [];
      for (const [at, read] of readers.entries()) {
        const words = await wordsOf(read, bytes, type);
        const missed = found.filter((sentence) => !words.includes(sentence));
        const wrong = lost.filter((sentence) => words.includes(sentence));
        const sum = sums[at];
        if (sum) {
          sum.found += found.length - missed.length;
          sum.of += found.length;
          sum.wrong += wrong.length;
        }
        columns.push(`${found.length - missed.length}/${found.length} +${wrong.length}`.padEnd(10));
        if (read === today)
          for (const sentence of [...missed, ...wrong]) console.log(`  not as it should be: ${sentence}`);
      }
      console.log(`${columns.join("")}${name}`);
    }
  } finally {
    earlier?.remove();
  }
  console.log(`${sums.map(({ found, of, wrong }) => `${found}/${of} +${wrong}`.padEnd(10)).join("")}all`);
  const last = sums.at(-1);
  if (!last || last.found < last.of || last.wrong > 0) process.exitCode = 1;
}
