import { follow, type Outcome, runTests } from "./vitest.ts";

/** What a run of tests came to: ends with one line `N passed, N failed`, and names each test that failed. */
export class Tally {
  readonly #sum = { passed: 0, failed: 0 };
  /** What the reader must not miss. */
  readonly #notes: string[] = [];

  count(title: string, { passed, failed, broken }: Outcome): void {
    this.#sum.passed += passed;
    this.#sum.failed += failed;
    if (failed > 0) this.#notes.push([`${title}: ${failed} failed`, ...broken].join("\n  "));
  }

  /** A check counts as one test. */
  check(name: string): void {
    const ok = follow(name, ["npm", "run", "--silent", name]);
    this.count(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1, broken: [] });
  }

  tests(title: string, ...rest: Parameters<typeof runTests> extends [string, ...infer Rest] ? Rest : never): void {
    this.count(title, runTests(title, ...rest));
  }

  skip(title: string, reason: string): void {
    console.log(`\nskipped: ${title}: ${reason}`);
    this.#notes.push(`skipped: ${title}: ${reason}`);
  }

  /** Runs all of it and sets the exit code. */
  static async run(title: string, work: (tally: Tally) => Promise<void>): Promise<void> {
    const tally = new Tally();
    const started = performance.now();
    try {
      await work(tally);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      tally.count(`${title} itself`, { passed: 0, failed: 1, broken: [] });
    }
    const { passed, failed } = tally.#sum;
    if (tally.#notes.length > 0) console.log(`\n${tally.#notes.join("\n")}`);
    console.log(`\n${title} took ${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  }
}
