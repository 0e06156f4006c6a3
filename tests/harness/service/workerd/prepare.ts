import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Bundle, workerOf } from "../bundle.ts";
import { allMigrations, applyMigrations } from "../migrations.ts";
import { workerd } from "./binary.ts";

/**
 * Makes what raw `workerd serve` needs: storage with D1's migrations applied, and a configuration file with D1 and KV
 * behind the Worker. Miniflare writes it, once; from then on no Node stands between a request and the Worker.
 */
export interface Prepared {
  config: string;
  storage: string;
}

/** The bench's least Worker, and the static files' stand-in, beside the real one. */
const NOOP = "noop";
const assets = `export default { fetch: () => new Response("<!doctype html><voice-widget></voice-widget>", { headers: { "content-type": "text/html" } }) }`;

/** Keeps the configuration that Miniflare hands to workerd, and is workerd otherwise. */
function recorder(folder: string, config: string): string {
  const file = join(folder, "workerd-recorder.sh");
  writeFileSync(file, `#!/bin/sh\ncat > '${config}'\nexec '${workerd}' "$@" < '${config}'\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Objects of the service that the least Worker calls by itself; an earlier version may lack some. */
const ofService = ({ objects }: Bundle) =>
  Object.fromEntries(
    ["KEY_GATE", "ORG_LEDGER", "PROJECT_STORE"].flatMap((binding) => {
      const className = objects[binding];
      return className ? [[binding, { className, scriptName: "voice-widget", useSQLite: true }]] : [];
    }),
  );

export async function prepare(options: {
  folder: string;
  bundle: Bundle;
  noop: string;
  vars: Record<string, string>;
  /** Where everything is stored, which another version may have filled. */
  storage?: string;
  /** Files of migrations that the database still lacks; all of them without it. */
  migrations?: readonly string[];
}): Promise<Prepared> {
  const { folder, bundle, noop, vars, storage = join(folder, "storage"), migrations = allMigrations() } = options;
  const config = join(folder, "workerd-config.bin");
  const temporary = join(folder, "tmp");
  mkdirSync(storage, { recursive: true });
  mkdirSync(temporary, { recursive: true });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = temporary;
  process.env.MINIFLARE_WORKERD_PATH = recorder(folder, config);
  const { convertV4MiniflareOptions, Log, LogLevel, Miniflare } = await import("miniflare");
  const socket = [{ host: "127.0.0.1", port: 0 }];
  const { compatibilityDate } = bundle;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      log: new Log(LogLevel.ERROR),
      resourcePersistencePath: storage,
      resourceTmpPath: temporary,
      telemetry: { enabled: false },
      workers: [
        {
          ...workerOf(bundle),
          bindings: { ...bundle.vars, ...vars },
          serviceBindings: { ASSETS: "assets" },
          unsafeDirectSockets: socket,
        },
        {
          name: NOOP,
          modules: [{ type: "ESModule", path: noop }],
          modulesRoot: dirname(noop),
          compatibilityDate,
          compatibilityFlags: ["service_binding_extra_handlers"],
          serviceBindings: { SERVICE: "voice-widget" },
          durableObjects: {
            COUNTER: { className: "Counter", useSQLite: true },
            LEDGER: { className: "NoopLedger", useSQLite: true },
            ...ofService(bundle),
          },
          d1Databases: { DB: "voice-widget" },
          unsafeDirectSockets: socket,
        },
        { name: "assets", modules: true, script: assets, compatibilityDate },
      ],
    }),
  );
  await miniflare.ready;
  await applyMigrations(await miniflare.getD1Database("DB", "voice-widget"), migrations);
  await miniflare.dispose();
  delete process.env.MINIFLARE_WORKERD_PATH;
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  if (!existsSync(config)) throw new Error("Miniflare started another workerd than the recorder");
  // Folders that Miniflare takes away again with itself, though its configuration names them.
  for (const rest of readFileSync(config, "utf8").split(`${temporary}/`)) {
    const [named] = /^miniflare-[0-9a-f]+\/[\w./-]+/.exec(rest) ?? [];
    if (named) mkdirSync(join(temporary, named), { recursive: true });
  }
  return { config, storage };
}

/** Applies migrations to the database in `storage` while none of our code runs on it, as a deployment does before its upload. */
export async function migrateStorage(storage: string, files: readonly string[]): Promise<void> {
  const { convertV4MiniflareOptions, Log, LogLevel, Miniflare } = await import("miniflare");
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      log: new Log(LogLevel.ERROR),
      resourcePersistencePath: storage,
      telemetry: { enabled: false },
      workers: [{ name: "tables", modules: true, script: "export default {}", d1Databases: { DB: "voice-widget" } }],
    }),
  );
  await applyMigrations(await miniflare.getD1Database("DB", "tables"), files);
  await miniflare.dispose();
}
