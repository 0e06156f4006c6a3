import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Starts the service as `npm start` does: a process of its own, real storage, a free port. */

const root = join(import.meta.dirname, "../../..");

export const ADMIN_TOKEN = "test-admin-token-0123456789";
export const KEY_SECRET = "test-key-secret-0123456789";

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

export interface ServerOptions {
  port?: number;
  /** Kept by the caller; without it the state is a temporary folder that goes with the server. */
  stateDir?: string;
  env?: Record<string, string>;
}

/** A port that nothing listens on now. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "localhost", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? done(address.port) : fail(new Error("no port"))));
    });
  });
}

/** A folder for state that the caller keeps over several servers. */
export const newStateDir = () => mkdtempSync(join(tmpdir(), "voice-widget-state-"));

/** @throws Error with the output when it ends before it runs */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const port = options.port ?? (await freePort());
  const stateDir = options.stateDir ?? newStateDir();
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
    if (!options.stateDir) rmSync(stateDir, { recursive: true, force: true });
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
