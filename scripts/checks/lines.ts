import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Files stay small. `npm run check:lines` fails on a file above its budget, unless the file's first line says why:
 * `// Long: one table, and every row of it stands beside the next.` (in CSS: the same between slashes and stars).
 */

/** How many lines a file may have, by folder. Of tests: docs/decisions/0018-budgets.md. */
const BUDGETS: Record<string, number> = {
  shared: 250,
  worker: 250,
  widget: 250,
  console: 250,
  playground: 250,
  scripts: 250,
  bench: 250,
  demo: 250,
  examples: 250,
  tests: 400,
};

/** At least half of the sources of a folder have at most this many lines. */
const MEDIAN = 80;

const REASON = /^(?:\/\/|\/\*) Long: (\S.{20,}[.])(?: \*\/)?$/;

const linesOf = (text: string) => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** What is wrong with the sizes of the files under `root`, one line each. */
export function checkLines(root: string): string[] {
  const problems: string[] = [];
  for (const [folder, budget] of Object.entries(BUDGETS).filter(([folder]) => existsSync(join(root, folder)))) {
    const files = globSync(`${folder}/**/*.{ts,tsx,js,css}`, { cwd: root, exclude: ["**/fixtures/**"] }).sort();
    const texts = files.map((file) => readFileSync(join(root, file), "utf8"));
    for (const [i, text] of texts.entries()) {
      const lines = linesOf(text);
      const reason = REASON.test(text.split("\n", 1)[0] ?? "");
      if (lines > budget && !reason)
        problems.push(`${files[i]} has ${lines} lines, more than ${budget}: split it, or say why in its first line`);
      if (lines <= budget && reason)
        problems.push(`${files[i]} has ${lines} lines, which needs no reason: take it out of its first line`);
    }
    const middle = median(texts.map(linesOf));
    if (folder !== "tests" && middle > MEDIAN)
      problems.push(`half of the files in ${folder}/ have more than ${middle} lines; the most is ${MEDIAN}`);
  }
  return problems;
}

if (import.meta.main) {
  const problems = checkLines(join(import.meta.dirname, "../.."));
  for (const line of problems) console.error(line);
  console.log(problems.length === 0 ? "lines: every file within its budget" : `lines: ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
