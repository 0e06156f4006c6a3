import { randomInt } from "node:crypto";
import { NotReady } from "./not-ready.ts";
import { PartProcess } from "./part-process.ts";
import type { Run } from "./parts.ts";
import { expectRoom, roomFaults } from "./room.ts";
import { unitsOf, verdictOf } from "./second-try.ts";
import { type Results, summaryOf } from "./summary.ts";
import { type Broken, follow, type Outcome, runTests, type TestOptions } from "./vitest.ts";

/** The most time for one part, so that one that hangs leaves time for the others. */
const PART_MINUTES = 30;
/** With less than that left, bytes, what fell may have fallen for it. */
const NO_ROOM = 50_000_000;

/** A part of the run in which something fell. */
interface Fallen {
  title: string;
  broken: Broken[];
  /** Runs all of it again, or some of it. */
  again(options: TestOptions & { limit_ms: number; project?: string }): Promise<Outcome>;
}

interface Minutes {
  /** That it takes at most on two cores; more is said, and no failure: a busy machine is slower. */
  usual: number;
  /** After which what hangs is killed, before whoever waits for the result gives up. */
  limit: number;
  /**
   * The least of these that is kept for a second try of what fell; without it there is none. All that the parts leave of
   * `limit` is for it, too.
   */
  again?: number;
}

const oneFailed = (name: string, why: string): Outcome => ({ passed: 0, failed: 1, broken: [{ name, why }] });

/** The result of a run of tests. summary.ts says what it ends with. */
export class Tally implements Run {
  readonly #results: Results;
  readonly #fallen: Fallen[] = [];
  /** When the parts must be through. */
  #until: number;

  private constructor(title: string, minutes: number) {
    this.#results = { title, passed: 0, failed: 0, fallen: [], flaky: [], skipped: [], seconds: [], remark: "" };
    this.#until = performance.now() + minutes * 60_000;
  }

  /** Each script counts as one test. */
  async checks(...lanes: string[][]): Promise<void> {
    await Promise.all(
      lanes.map(async (names) => {
        for (const name of names) await this.#part(name, ({ limit_ms }) => check(name, limit_ms));
      }),
    );
  }

  /** Random tests begin from a seed of the part, also in a second try. */
  async tests(title: string, projects: string[], options: TestOptions = {}): Promise<void> {
    const env = { SEED: process.env.SEED || String(randomInt(2 ** 31)), ...options.env };
    await this.#part(title, ({ project, limit_ms, ...some }) => {
      console.log(`\nSEED=${env.SEED} repeats the random tests of this part`);
      return runTests(title, project ? [project] : projects, { ...options, ...some, env, limit_ms });
    });
  }

  async #part(title: string, run: Fallen["again"]): Promise<void> {
    const { seconds } = this.#results;
    const started = performance.now();
    const left = this.#until - started;
    const outcome =
      left < 1_000
        ? oneFailed(title, "not run: there was no time left")
        : await run({ limit_ms: Math.min(left, PART_MINUTES * 60_000) });
    seconds.push({ title, seconds: (performance.now() - started) / 1_000 });
    this.#count(outcome);
    if (outcome.failed > 0) this.#fallen.push({ title, broken: outcome.broken, again: run });
  }

  #count({ passed, failed }: Pick<Outcome, "passed" | "failed">): void {
    this.#results.passed += passed;
    this.#results.failed += failed;
  }

  skip(title: string, reason: string): void {
    console.log(`\nskipped: ${title}: ${reason}`);
    this.#results.skipped.push(`${title}: ${reason}`);
  }

  /** What fell runs once more, one after the other, with nothing beside it. */
  async #secondTry(until: number): Promise<void> {
    this.#until = until;
    const started = performance.now();
    for (const part of this.#fallen) {
      const fell: Broken[] = [];
      for (const unit of unitsOf(part.broken)) {
        const limit_ms = this.#until - performance.now();
        const { project, file, tests } = unit;
        console.log(`\nOnce more, by itself: ${file ?? part.title}`);
        const outcome =
          limit_ms < 1_000
            ? oneFailed(part.title, "there was no time left for a second try")
            : await part.again({ limit_ms, ...(file && { project, files: [file] }), ...(tests && { tests }) });
        const verdict = verdictOf(unit, outcome);
        fell.push(...verdict.fell);
        this.#results.flaky.push(...verdict.held);
        this.#count({ passed: verdict.held.length, failed: -verdict.held.length });
      }
      part.broken = fell;
    }
    this.#results.seconds.push({ title: "second tries", seconds: (performance.now() - started) / 1_000 });
  }

  /** Runs all of it, prints the summary and sets the exit code. */
  static async run(
    title: string,
    { usual, limit, again = 0 }: Minutes,
    work: (tally: Tally) => Promise<void>,
  ): Promise<void> {
    PartProcess.stopAllWhenInterrupted();
    const tally = new Tally(title, limit - again);
    const results = tally.#results;
    const started = performance.now();
    let itself: Outcome | undefined;
    try {
      expectRoom();
      await work(tally);
    } catch (error) {
      if (!(error instanceof NotReady)) console.error(error);
      itself = oneFailed(title, error instanceof Error ? error.message : String(error));
      tally.#count(itself);
    }
    if (again > 0 && tally.#fallen.length > 0) await tally.#secondTry(started + limit * 60_000);
    results.fallen = tally.#fallen.filter(({ broken }) => broken.length > 0);
    if (itself) results.fallen.push({ title: `${title} itself`, broken: itself.broken });
    const minutes = (performance.now() - started) / 60_000;
    results.remark = `took ${minutes.toFixed(1)} minutes${minutes > usual ? `, more than its ${usual}` : ""}`;
    // A disk that has become full meanwhile is the cause, whatever fell.
    const faults = itself || results.failed === 0 ? [] : roomFaults(NO_ROOM);
    if (faults.length > 0) results.remark += `, at the end of which ${faults.join(" ")}`;
    console.log(`\n${summaryOf(results)}`);
    process.exitCode = results.failed === 0 ? 0 : 1;
  }
}

/** A script of package.json. */
async function check(name: string, limit_ms: number): Promise<Outcome> {
  const why = await follow(name, ["npm", "run", "--silent", name], { limit_ms, quoted: true });
  return why === null ? { passed: 1, failed: 0, broken: [] } : oneFailed(name, why);
}
