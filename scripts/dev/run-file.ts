import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { alive, withLock } from "../build/lock.ts";
import { endGroup } from "./wrangler.ts";

/** The processes that use a state folder: the process of `npm start` and, once there is one, the leader of wrangler's process group. */
interface Run {
  start: number;
  wrangler: number;
  port: number;
}

/** Another run has this state; the message says how to go on. */
export class StateTaken extends Error {}

/** `run.json` in the folder of the state. Two runtimes on one storage would corrupt it. */
export class RunFile {
  readonly #path: string;
  readonly #port: number;

  constructor(stateDir: string, port: number) {
    mkdirSync(stateDir, { recursive: true });
    this.#path = join(stateDir, "run.json");
    this.#port = port;
  }

  /** Takes the state for this process. What a killed run left behind is ended first. @throws StateTaken */
  take(): Promise<void> {
    return withLock(`${this.#path}.lock`, async () => {
      const { start, wrangler, port } = this.#read();
      if (start && start !== process.pid && alive(start) && isOurs(start))
        throw new StateTaken(
          `It already runs on this state, on port ${port} (process ${start}).\n` +
            "Stop that one first, or give this one a folder of its own: STATE_DIR=/some/folder npm start -- --port 8788",
        );
      if (wrangler && isOurs(wrangler)) endGroup(wrangler, "SIGKILL");
      this.#write(0);
    });
  }

  /** The runtime that whoever takes the state next has to end, if this process is killed. */
  noteRuntime(wrangler: number): void {
    this.#write(wrangler);
  }

  /** Gives the state back, if it is this process's. */
  release(): void {
    if (this.#read().start === process.pid) rmSync(this.#path, { force: true });
  }

  #read(): Partial<Run> {
    return existsSync(this.#path) ? (JSON.parse(readFileSync(this.#path, "utf8") || "{}") as Partial<Run>) : {};
  }

  #write(wrangler: number): void {
    // Whole at every moment: half of it would look like nobody's.
    const next = `${this.#path}.${process.pid}`;
    writeFileSync(next, JSON.stringify({ start: process.pid, wrangler, port: this.#port } satisfies Run));
    renameSync(next, this.#path);
  }
}

/** Process ids are used again: only a process that still looks like ours may be waited for or ended. */
function isOurs(pid: number): boolean {
  if (!existsSync("/proc/self/cmdline")) return alive(pid);
  try {
    return /scripts\/dev\/start\.ts|wrangler/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    return false;
  }
}
