import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "vite";
import type { Bundle } from "./bundle.ts";
import type { ServerOptions, ToParent } from "./server.ts";

/** A running server, and the ways to end it. */
export interface Running {
  url: string;
  noop: string;
  /** Everything that the Worker logged so far. */
  log(): string;
  /** Rows of D1. */
  rows<Row>(sql: string): Promise<Row[]>;
  /** The whole process group at once, as a power cut would; resolves when it is gone. */
  kill(): Promise<void>;
}

/** The no-op Worker, bundled beside the real one. */
export async function bundleNoop(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2023",
      minify: false,
      lib: { entry: join(import.meta.dirname, "noop.ts"), formats: ["es"], fileName: () => "noop.js" },
    },
  });
  return join(folder, "noop.js");
}

/** Starts the server on `storage`; what an earlier one left there is taken over. */
export async function startWorkerd(options: {
  bundle: Bundle;
  noop: string;
  storage: string;
  vars: Record<string, string>;
}): Promise<Running> {
  mkdirSync(options.storage, { recursive: true });
  const file = join(dirname(options.storage), `server-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(options satisfies ServerOptions & { noop: string }));
  const child = fork(join(import.meta.dirname, "server.ts"), [file], {
    // Its own process group, so that workerd dies in the same instant.
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const output: string[] = [];
  child.stdout?.on("data", (chunk) => output.push(String(chunk)));
  child.stderr?.on("data", (chunk) => output.push(String(chunk)));
  const { url, noop } = await ready(child, output);

  let asked = 0;
  const rows = <Row>(sql: string) =>
    new Promise<Row[]>((resolve, reject) => {
      const id = ++asked;
      const hear = (message: ToParent) => {
        if (!("id" in message) || message.id !== id) return;
        child.off("message", hear);
        if ("rows" in message) resolve(message.rows as Row[]);
        else reject(new Error(message.failed));
      };
      child.on("message", hear);
      child.send({ sql, id });
    });
  const kill = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", () => resolve());
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    });
  return { url, noop, rows, kill, log: () => output.join("") };
}

const ready = (child: ChildProcess, output: string[]) =>
  new Promise<{ url: string; noop: string }>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${output.join("")}`)));
    child.on("message", (message: ToParent) => {
      if ("ready" in message) resolve(message.ready);
    });
  });
