import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import type { Bundle } from "./bundle.ts";

/**
 * A process of its own: workerd on the production bundle, with D1, KV and Durable Objects on disk, its socket straight
 * into the Worker. The parent forks it, gets the addresses by message, may ask for rows, and may kill it at any moment.
 */

export interface ServerOptions {
  bundle: Bundle;
  /** Where everything is stored; used again after a kill. */
  storage: string;
  vars: Record<string, string>;
}
export type ToParent =
  | { ready: { url: string; noop: string } }
  | { rows: unknown[]; id: number }
  | { failed: string; id: number };
export type ToServer = { sql: string; id: number };

/** The least that Hono can do: what every ratio is measured against. */
const NOOP = "bench-noop";
/** Stands where the static files are bound. */
const assets = `export default { fetch: () => new Response("<!doctype html><voice-widget></voice-widget>", { headers: { "content-type": "text/html" } }) }`;

const options = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as ServerOptions & { noop: string };
const { bundle } = options;
const socket = [{ host: "127.0.0.1", port: 0 }];

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    log: new Log(LogLevel.ERROR),
    // Logs of the Worker go to whoever started this process; a pipe of their own keeps them whole.
    handleStructuredLogs: ({ message }) => void process.stdout.write(`${message}\n`),
    resourcePersistencePath: options.storage,
    telemetry: { enabled: false },
    workers: [
      {
        name: "voice-widget",
        modules: bundle.modules.map((path) => ({
          type: path.endsWith(".js") ? ("ESModule" as const) : ("Data" as const),
          path: join(bundle.folder, path),
        })),
        modulesRoot: bundle.folder,
        compatibilityDate: bundle.compatibilityDate,
        compatibilityFlags: bundle.compatibilityFlags,
        bindings: { ...bundle.vars, ...options.vars },
        d1Databases: { DB: "voice-widget" },
        kvNamespaces: { SNAPSHOTS: "snapshots" },
        durableObjects: Object.fromEntries(
          [
            ["KEY_GATE", "KeyGate"],
            ["ORG_LEDGER", "OrgLedger"],
            ["DEMO_AGENT", "DemoAgent"],
          ].map(([binding, className]) => [binding, { className, useSQLite: true }]),
        ),
        serviceBindings: { ASSETS: "assets" },
        unsafeDirectSockets: socket,
      },
      {
        name: NOOP,
        modules: [{ type: "ESModule", path: options.noop }],
        modulesRoot: dirname(options.noop),
        compatibilityDate: bundle.compatibilityDate,
        unsafeDirectSockets: socket,
      },
      { name: "assets", modules: true, script: assets, compatibilityDate: bundle.compatibilityDate },
    ],
  }),
);

await miniflare.ready;
const db = await miniflare.getD1Database("DB", "voice-widget");
await db.exec("CREATE TABLE IF NOT EXISTS applied (name TEXT PRIMARY KEY)");
const folder = join(import.meta.dirname, "../../worker/storage/migrations");
for (const name of globSync("*.sql", { cwd: folder }).sort()) {
  const sql = readFileSync(join(folder, name), "utf8");
  const { results } = await db.prepare("SELECT name FROM applied WHERE name = ?").bind(name).all();
  if (results.length > 0) continue;
  const statements = sql
    .replace(/--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter(Boolean);
  await db.batch([
    ...statements.map((statement) => db.prepare(statement)),
    db.prepare("INSERT INTO applied (name) VALUES (?)").bind(name),
  ]);
}

const say = (message: ToParent) => process.send?.(message);
process.on("message", async ({ sql, id }: ToServer) => {
  try {
    say({ rows: (await db.prepare(sql).all()).results, id });
  } catch (error) {
    say({ failed: String(error), id });
  }
});
say({
  ready: {
    url: (await miniflare.unsafeGetDirectURL("voice-widget")).origin,
    noop: (await miniflare.unsafeGetDirectURL(NOOP)).origin,
  },
});
