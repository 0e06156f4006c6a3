import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateLocally } from "../../../scripts/dev/local-database.ts";
import { fillFromCache } from "../../../scripts/test/cached-files.ts";
import { ADMIN_TOKEN, KEY_SECRET } from "./secrets.ts";

/** Starts the service as `npm start` does: a process of its own, real storage, a free port. */

const root = join(import.meta.dirname, "../../..");

export interface Server {
  origin: string;
  stateDir: string;
  /** All that it printed so far. */
  output(): string;
  /** Ends it as Ctrl+C does. @returns its exit code */
  stop(): Promise<number | null>;
  /** Ends the process of `npm start` without a chance to tidy up. */
  kill(): Promise<void>;
}

export interface ServerProcess extends Server {
  /** Its exit code, once it has ended in whatever way. */
  exited: Promise<number | null>;
}

export interface ServerOptions {
  port?: number;
  /**
   * Kept by the caller, empty or from another server. Without it the state is a temporary folder that has the tables
   * already and goes with the server.
   */
  stateDir?: string;
  env?: Record<string, string>;
}

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer();
    probe.once("error", () => done(false));
    probe.listen(port, () => probe.close(() => done(true)));
  });

/**
 * A port that nothing listens on now. Below the range of ephemeral ports, since seconds may pass until the service
 * listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    if (await isFree(port)) return port;
  }
}

/** A folder for state that the caller keeps over several servers. */
export const newStateDir = () => mkdtempSync(join(tmpdir(), "voice-widget-state-"));

/** One with today's tables, likewise. Making them takes as long as the rest of a start, so they are made once for all servers. */
export async function migratedStateDir(): Promise<string> {
  const folder = newStateDir();
  const patterns = ["worker/storage/migrations/*.sql", "wrangler.toml", "scripts/dev/local-database.ts"];
  await fillFromCache(folder, { patterns }, migrateLocally);
  return folder;
}

/** What is said of a port that another program has. */
const TAKEN = /is taken by another program|EADDRINUSE|[Aa]ddress already in use/;

/**
 * Starts something at a free port, and at another one where a program took that in the meantime: two runs on one machine
 * know nothing of each other.
 */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (tries === 5 || !TAKEN.test(String(error))) throw error;
    }
  }
}

/** @throws Error with the output when it ends before it runs */
export const startServer = (options: ServerOptions = {}): Promise<ServerProcess> =>
  options.port === undefined
    ? onFreePort((port) => startServerAt(port, options))
    : startServerAt(options.port, options);

async function startServerAt(port: number, options: ServerOptions): Promise<ServerProcess> {
  const stateDir = options.stateDir ?? (await migratedStateDir());
  const child = spawn(process.execPath, [join(root, "scripts/dev/start.ts")], {
    cwd: root,
    env: { ...process.env, ADMIN_TOKEN, KEY_SECRET, ...options.env, PORT: String(port), STATE_DIR: stateDir },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  const exited = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
  const running = new Promise<void>((done) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      if (output.includes("Voice Widget is running")) done();
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
  });
  const tidy = () => {
    if (!options.stateDir) rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
  };
  await Promise.race([
    running,
    exited.then((code) => {
      tidy();
      throw new Error(`npm start ended with ${code}:\n${output}`);
    }),
  ]);
  return {
    origin: `http://localhost:${port}`,
    stateDir,
    output: () => output,
    exited,
    async stop() {
      child.kill("SIGTERM");
      const code = await exited;
      tidy();
      return code;
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
