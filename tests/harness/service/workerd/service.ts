import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { type Bundle, bundleWorker } from "../bundle.ts";
import { Admin } from "../operator.ts";
import { ADMIN_TOKEN, KEY_SECRET } from "../secrets.ts";
import { bundleNoop } from "./bundle-noop.ts";
import { type Prepared, prepare } from "./prepare.ts";
import { eachObject, type Running, rowsOf, startWorkerd, withDatabase } from "./workerd.ts";

interface StoredSession {
  id: string;
  state: string;
  charged: number | null;
}

/** Builds once, then starts the server as often as wanted, on the same storage. */
export class Service {
  readonly folder: string;
  readonly #vars: Record<string, string>;
  readonly #log: string | null;
  readonly #alias: Record<string, string> | undefined;
  readonly #inspected: boolean;
  #bundle: Bundle | undefined;
  #prepared: Prepared | undefined;
  #running: Running | undefined;

  /**
   * @param options.logs whether to keep what the Worker logs
   * @param options.alias modules to bundle in the place of others
   * @param options.inspected whether the Worker's heap can be asked for, which makes it slower
   * @param options.parent folder for everything that is stored
   */
  constructor(
    options: {
      vars?: Record<string, string>;
      logs?: boolean;
      alias?: Record<string, string>;
      inspected?: boolean;
      parent?: string;
    } = {},
  ) {
    this.folder = mkdtempSync(join(options.parent ?? tmpdir(), "voice-widget-proof-"));
    this.#alias = options.alias;
    this.#inspected = options.inspected ?? false;
    this.#vars = { ADMIN_TOKEN, KEY_SECRET, ENVIRONMENT: "development", ...options.vars };
    this.#log = options.logs ? join(this.folder, "worker.log") : null;
  }

  get bundle(): Bundle {
    if (!this.#bundle) throw new Error("start() first");
    return this.#bundle;
  }
  get running(): Running {
    if (!this.#running) throw new Error("start() first");
    return this.#running;
  }
  get url(): string {
    return this.running.url;
  }
  /** All that the Worker logged so far. */
  get log(): string {
    return this.#log ? readFileSync(this.#log, "utf8") : "";
  }

  async start(): Promise<Running> {
    this.#bundle ??= await bundleWorker(join(this.folder, "bundle"), this.#alias);
    this.#prepared ??= await prepare({
      folder: this.folder,
      bundle: this.#bundle,
      noop: await bundleNoop(join(this.folder, "noop")),
      vars: this.#vars,
    });
    this.#running = await startWorkerd(this.#prepared, this.#log, this.#inspected);
    return this.#running;
  }

  /** Rows of D1; only after a kill. */
  rows<Row>(sql: string): Row[] {
    if (!this.#prepared) throw new Error("start() first");
    return rowsOf<Row>(this.#prepared, sql);
  }

  /** D1's own file; only after a kill. */
  withDatabase<Result>(work: (db: DatabaseSync) => Result): Result {
    if (!this.#prepared) throw new Error("start() first");
    return withDatabase(this.#prepared, work);
  }

  /** The file of each object of a class; only after a kill. */
  eachObject<Result>(className: string, work: (db: DatabaseSync) => Result): Result[] {
    if (!this.#prepared) throw new Error("start() first");
    return eachObject(this.#prepared, className, work);
  }

  /** The sessions of an organization, in the stores of all its projects; only after a kill. */
  sessionsOf(org_id: number): StoredSession[] {
    return this.eachObject("ProjectStore", (db) => {
      const there = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sessions'").get() !== undefined;
      const sql = "SELECT id, state, charged FROM sessions WHERE org_id = ?";
      return there ? (db.prepare(sql).all(org_id) as unknown as StoredSession[]) : [];
    }).flat();
  }

  /** Keeps a copy of all that is stored; only after a kill, as what it returns, which puts the copy back. */
  copyStorage(): () => void {
    const { storage } = this.#prepared ?? {};
    if (!storage) throw new Error("start() first");
    const copy = join(this.folder, "storage-copy");
    cpSync(storage, copy, { recursive: true });
    return () => {
      rmSync(storage, { recursive: true });
      cpSync(copy, storage, { recursive: true });
    };
  }

  /** Has the service do what a cron of wrangler.toml does, and waits until it is done. */
  async cron(cron: string): Promise<void> {
    const response = await fetch(`${this.running.noop}/cron?cron=${encodeURIComponent(cron)}`, { method: "POST" });
    const { outcome } = (await response.json()) as { outcome: string };
    if (outcome !== "ok") throw new Error(`the cron ended with ${outcome}`);
  }

  /** An operator's call, wherever it runs now. @throws Error with status and body when the answer is not 2xx */
  admin<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T> {
    return new Admin(this.url).call<T>(method, path, body, headers);
  }

  /** Kills what runs and forgets the storage. */
  async stop(): Promise<void> {
    await this.#running?.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** An organization with everything a visitor's request needs. */
export interface Site {
  org: number;
  project: number;
  agent: number;
  external: number;
  /** A channel's key: all permissions, bound to `agent`. */
  channelKey: string;
  /** A console key: `widget:read` only. */
  consoleKey: string;
  consoleKeyId: number;
}

export async function makeSite(
  service: Service,
  terms: { credit: number; lines: number; limit?: number } = { credit: 1_000_000_000, lines: 5_000 },
): Promise<Site> {
  const limits = { minute_limit: terms.limit ?? 1_000_000_000, day_limit: 1_000_000_000 };
  const { id: org } = await service.admin<{ id: number }>("POST", "/organizations", {
    name: "Proof",
    subscription: "active",
    voice_lines: terms.lines,
    features: { external_provider: true, memory: true, tools: true },
  });
  await service.admin("POST", `/organizations/${org}/credits`, { amount: terms.credit });
  const { id: project } = await service.admin<{ id: number }>("POST", "/projects", { org_id: org, name: "Proof" });
  const agentOf = (fields: object) =>
    service.admin<{ id: number }>("POST", "/agents", { project_id: project, ...fields });
  const { id: agent } = await agentOf({
    name: "Ava",
    provider: "provider_a",
    initial_message: "Hello",
    tools: [{ name: "look", description: "Looks", kind: "client" }],
  });
  const { id: external } = await agentOf({
    name: "Xena",
    provider: "provider_x",
    extprovider_convai_agent_id: "agent_1",
  });
  const { key: channelKey } = await service.admin<{ key: string }>("POST", `/projects/${project}/channels`, {
    name: "Site",
    agent_id: agent,
    ...limits,
  });
  const { key: consoleKey, id: consoleKeyId } = await service.admin<{ key: string; id: number }>(
    "POST",
    `/projects/${project}/keys`,
    { name: "Console", ...limits },
  );
  return { org, project, agent, external, channelKey, consoleKey, consoleKeyId };
}
