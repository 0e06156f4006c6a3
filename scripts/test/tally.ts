import { follow, type Outcome, runTests, type TestOptions } from "./vitest.ts";

/** Lines of a failed test's error that are repeated at the end. */
const LINES = 15;
const LONGEST = 500;
/** The most time for one part, so that one that hangs leaves time for the others. */
const PART_MINUTES = 30;

const indent = (text: string, by: string) => text.replace(/^/gm, by);

/** Why a test failed, in short. */
const inShort = (why: string) =>
  why
    .split("\n")
    .slice(0, LINES)
    .map((line) => line.slice(0, LONGEST))
    .join("\n");

/**
 * The result of a run of tests: names each failed test and why once more at the end, and ends with one line
 * `N passed, N failed`.
 */
export class Tally {
  readonly #sum = { passed: 0, failed: 0 };
  /** What the reader must not miss. */
  readonly #notes: string[] = [];
  readonly #until: number;

  /** @param minutes that all of it may take */
  private constructor(minutes: number) {
    this.#until = performance.now() + minutes * 60_000;
  }

  count(title: string, { passed, failed, broken }: Outcome): void {
    this.#sum.passed += passed;
    this.#sum.failed += failed;
    if (failed === 0) return;
    const each = broken.map(({ name, why }) => `${indent(`✘ ${name}`, "  ")}\n${indent(inShort(why), "      ")}`);
    this.#notes.push([`${title}: ${failed} failed`, ...each].join("\n"));
  }

  /** Scripts of package.json, each lane's one after the other, the lanes side by side. Each counts as one test. */
  async checks(...lanes: string[][]): Promise<void> {
    await Promise.all(
      lanes.map(async (names) => {
        for (const name of names) await this.#check(name);
      }),
    );
  }

  #check(name: string): Promise<void> {
    return this.#part(name, async (limit_ms) => {
      const why = await follow(name, ["npm", "run", "--silent", name], { limit_ms, quoted: true });
      return why === null ? { passed: 1, failed: 0, broken: [] } : oneFailed(name, why);
    });
  }

  tests(title: string, projects: string[], options: TestOptions = {}): Promise<void> {
    return this.#part(title, (limit_ms) => runTests(title, projects, { ...options, limit_ms }));
  }

  async #part(title: string, work: (limit_ms: number) => Promise<Outcome>): Promise<void> {
    const left = this.#until - performance.now();
    if (left < 1_000) this.count(title, oneFailed(title, "not run: there was no time left"));
    else this.count(title, await work(Math.min(left, PART_MINUTES * 60_000)));
  }

  skip(title: string, reason: string): void {
    console.log(`\nskipped: ${title}: ${reason}`);
    this.#notes.push(`skipped: ${title}: ${reason}`);
  }

  /**
   * Runs all of it and sets the exit code.
   * @param minutes.usual that it takes at most on two cores; more is said, and no failure: a busy machine is slower
   * @param minutes.limit after which what hangs is killed, before whoever waits for the result gives up
   */
  static async run(
    title: string,
    { usual, limit }: { usual: number; limit: number },
    work: (tally: Tally) => Promise<void>,
  ): Promise<void> {
    const tally = new Tally(limit);
    const started = performance.now();
    try {
      await work(tally);
    } catch (error) {
      console.error(error);
      tally.count(`${title} itself`, oneFailed(title, error instanceof Error ? error.message : String(error)));
    }
    const { passed, failed } = tally.#sum;
    if (tally.#notes.length > 0) console.log(`\n${tally.#notes.join("\n")}`);
    const minutes = (performance.now() - started) / 60_000;
    console.log(`\n${title} took ${minutes.toFixed(1)} minutes${minutes > usual ? `, more than its ${usual}` : ""}`);
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  }
}

const oneFailed = (name: string, why: string): Outcome => ({ passed: 0, failed: 1, broken: [{ name, why }] });
