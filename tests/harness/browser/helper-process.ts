import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds until one has begun; a busy machine may need many seconds. */
const START_MS = 120_000;

/** A program that a browser needs beside it. It ends with this process at the latest. */
export class HelperProcess {
  readonly process: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #kill = () => this.process.kill("SIGKILL");
  /** What it wrote to `stderr`, where that is a pipe. */
  #said = "";

  constructor(command: string, args: string[], options: SpawnOptions) {
    this.process = spawn(command, args, options);
    this.process.stderr?.on("data", (chunk: Buffer) => {
      this.#said += chunk;
    });
    this.#ended = new Promise((done) => {
      this.process.once("exit", () => done());
      this.process.once("error", ({ message }) => {
        this.#said += message;
        done();
      });
    });
    process.once("exit", this.#kill);
  }

  /**
   * @param working resolves when it has begun; has to stop at the signal
   * @throws Error with its output when it ends before that, or has not begun in time
   */
  async until<T>(working: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const over = new AbortController();
    const late = sleep(START_MS, undefined, { ref: false });
    const broken = Promise.race([this.#ended, late]).then(() => {
      throw new Error(`${this.process.spawnfile} does not run:\n${this.#said}`);
    });
    try {
      return await Promise.race([working(over.signal), broken]);
    } finally {
      over.abort();
    }
  }

  /** Ends it, unless it has ended. */
  async stop(): Promise<void> {
    this.process.kill("SIGTERM");
    await this.#ended;
    process.off("exit", this.#kill);
  }
}
