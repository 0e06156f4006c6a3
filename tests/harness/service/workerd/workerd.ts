import { spawn } from "node:child_process";
import { closeSync, existsSync, globSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import type { Readable } from "node:stream";
import { workerd } from "./binary.ts";
import { heapInUse } from "./inspector.ts";
import type { Prepared } from "./prepare.ts";

/** A running `workerd serve`. */
export interface Running {
  url: string;
  noop: string;
  /** Processor time that it has used so far, milliseconds; `null` where the system does not tell. */
  cpu(): number | null;
  /** Bytes of memory that it holds, and its open handles; `null` where the system does not tell. */
  resources(): { bytes: number; handles: number } | null;
  /** Bytes of JavaScript's heap in use, garbage collected first. @throws Error unless started as `inspected` */
  heap(): Promise<number>;
  /** SIGKILL, as a power cut would; resolves when the process is gone. */
  kill(): Promise<void>;
}

/** Sockets straight into the Workers, as Miniflare names them. */
const SOCKETS = { url: /direct:.*voice-widget|direct.*0/, noop: /direct.*noop|direct.*1/ };

/**
 * @param log file that everything the Worker logs is appended to; nothing is kept without
 * @param inspected whether its heap can be asked for, which makes it slower
 */
export async function startWorkerd(prepared: Prepared, log: string | null, inspected = false): Promise<Running> {
  const sink = log === null ? null : openSync(log, "a");
  const child = spawn(
    workerd,
    [
      "serve",
      "--binary",
      "--experimental",
      "--socket-addr=entry=127.0.0.1:0",
      // Miniflare's connection back to Node: the Worker does not use it.
      "--external-addr=loopback=127.0.0.1:9",
      "--control-fd=3",
      ...(inspected ? ["--inspector-addr=127.0.0.1:0"] : []),
      "-",
    ],
    { stdio: ["pipe", sink ?? "ignore", sink ?? "ignore", "pipe"] },
  );
  if (sink !== null) closeSync(sink);
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.stdin?.end(readFileSync(prepared.config));

  const ports = new Map<string, number>();
  let inspector: number | undefined;
  const found = (pattern: RegExp) => [...ports].find(([socket]) => pattern.test(socket))?.[1];
  await new Promise<void>((resolve, reject) => {
    void gone.then(() =>
      reject(new Error(`workerd ended before it listened; see ${log ?? "its log, by naming a file"}`)),
    );
    createInterface(child.stdio[3] as Readable).on("line", (line) => {
      const event = JSON.parse(line) as { event: string; socket: string; port: number };
      if (event.event === "listen") ports.set(event.socket, event.port);
      if (event.event === "listen-inspector") inspector = event.port;
      if (found(SOCKETS.url) && found(SOCKETS.noop) && (inspector || !inspected)) resolve();
    });
  });
  return {
    cpu: () => cpuOf(child.pid),
    resources: () => resourcesOf(child.pid),
    heap: async () => {
      if (!inspector) throw new Error("start it as `inspected`");
      return heapInUse(inspector);
    },
    url: `http://127.0.0.1:${found(SOCKETS.url)}`,
    noop: `http://127.0.0.1:${found(SOCKETS.noop)}`,
    kill: () => {
      child.kill("SIGKILL");
      return gone;
    },
  };
}

function cpuOf(pid: number | undefined): number | null {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return null;
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, "latin1").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6;
}

function resourcesOf(pid: number | undefined): { bytes: number; handles: number } | null {
  const folder = `/proc/${pid}`;
  if (!existsSync(folder)) return null;
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`${folder}/status`, "latin1"))?.[1];
  return { bytes: Number(kilobytes ?? 0) * 1024, handles: readdirSync(`${folder}/fd`).length };
}

/** Rows of D1, read from its file. Only while no server runs on it. */
export const rowsOf = <Row>(prepared: Prepared, sql: string): Row[] =>
  withDatabase(prepared, (db) => db.prepare(sql).all() as Row[]);

/** D1's own file. Only while no server runs on it. */
export function withDatabase<Result>(prepared: Prepared, work: (db: DatabaseSync) => Result): Result {
  for (const file of globSync("**/*.sqlite", { cwd: prepared.storage })) {
    const db = new DatabaseSync(join(prepared.storage, file));
    try {
      const known = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'ledger_entries'").get();
      if (known) return work(db);
    } finally {
      db.close();
    }
  }
  throw new Error("No D1 file has the table ledger_entries");
}

/** The file of each object of a class. Only while no server runs on it. */
export function eachObject<Result>(
  prepared: Prepared,
  className: string,
  work: (db: DatabaseSync) => Result,
): Result[] {
  const folder = join(prepared.storage, "do", `voice-widget-${className}`);
  return globSync("*.sqlite", { cwd: folder, exclude: ["metadata.sqlite"] }).map((file) => {
    const db = new DatabaseSync(join(folder, file));
    try {
      return work(db);
    } finally {
      db.close();
    }
  });
}
