import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { alive } from "../build/lock.ts";
import { removeUnfinished } from "../build/unfinished.ts";
import { endGroup } from "../dev/wrangler.ts";

/** Milliseconds that a part has to stop its browsers and services. */
const GRACE_MS = 15_000;

/**
 * A command in a process group of its own, with a folder of its own for temporary files. When it has ended, whatever it
 * left behind goes: its files, and each process that still has the folder in its environment. A browser has a group of
 * its own, and would outlive the part that was killed.
 */
export class PartProcess {
  static readonly #running = new Set<PartProcess>();
  static #interrupted = false;

  readonly child: ChildProcess;
  readonly #folder = mkdtempSync(join(tmpdir(), "voice-widget-part-"));
  readonly #ended: Promise<void>;

  private constructor([file = "", ...args]: string[], options: SpawnOptions) {
    const env = { ...options.env, TMPDIR: this.#folder };
    this.child = spawn(file, args, { ...options, env, detached: process.platform !== "win32" });
    this.#ended = new Promise((done) => {
      this.child.once("close", done);
      this.child.once("error", () => done());
    });
    PartProcess.#running.add(this);
  }

  /** Starts one. An interrupted run starts none any more: whoever asks waits until it is over. */
  static start(command: string[], options: SpawnOptions): Promise<PartProcess> {
    if (PartProcess.#interrupted) return new Promise(() => {});
    return Promise.resolve(new PartProcess(command, options));
  }

  /** @returns why it failed, or null; of an interrupted run nothing, ever: what that ends has no result */
  end(): Promise<string | null> {
    return new Promise((resolve) => {
      this.child.once("error", (error) => resolve(error.message));
      this.child.once("close", (code, signal) => {
        if (!PartProcess.#interrupted) resolve(code === 0 ? null : `it ended with ${signal ?? `code ${code}`}`);
      });
    });
  }

  /** Ends it and all that it started. @param grace milliseconds in which it may do so by itself */
  async stop(grace = 0): Promise<void> {
    const { pid } = this.child;
    if (pid === undefined) return;
    if (grace > 0) {
      endGroup(pid, "SIGTERM");
      await Promise.race([this.#ended, sleep(grace, undefined, { ref: false })]);
    }
    endGroup(pid, "SIGKILL");
    // Its child processes may hold these open.
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  /** Removes what it left behind, once it has ended. */
  tidy(): void {
    PartProcess.#running.delete(this);
    for (const pid of this.#processes())
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended since.
      }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  #processes = () => processesWith(`TMPDIR=${this.#folder}`);

  /** From now on an interrupted run, as by Ctrl+C, leaves no process and no file behind, also where it is pressed twice. */
  static stopAllWhenInterrupted(): void {
    for (const [signal, code] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
      ["SIGHUP", 129],
    ] as const)
      process.on(signal, () => void PartProcess.#stopAll(signal, code));
  }

  static async #stopAll(signal: NodeJS.Signals, code: number): Promise<void> {
    const again = PartProcess.#interrupted;
    PartProcess.#interrupted = true;
    console.error(again ? `\n${signal} again: ending it at once.` : `\n${signal}: stopping what runs.`);
    const parts = [...PartProcess.#running];
    const theirs = () => parts.flatMap((part) => part.#processes());
    // Before they are killed: a process loses its environment first, and may run for a while yet on a busy machine.
    const killed = new Set(theirs());
    await Promise.all(parts.map((part) => part.stop(again ? 0 : GRACE_MS)));
    for (const pid of theirs()) killed.add(pid);
    for (const part of parts) part.tidy();
    for (let tries = 0; tries < 100 && [...killed].some(alive); tries++) await sleep(20);
    removeUnfinished(join(import.meta.dirname, "../../dist"));
    console.error("Stopped. Run it again to get a result.");
    process.exit(code);
  }
}

/** Processes whose environment has this line; on other systems than Linux none are found. */
function processesWith(line: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(line);
      } catch {
        // It has ended, or is somebody else's.
        return false;
      }
    })
    .map(Number);
}
