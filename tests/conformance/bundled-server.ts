import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type RemoteProxyConnectionString } from "miniflare";
import { bundleWorker } from "../../bench/runtime/bundle.ts";
import { build } from "../../scripts/build/build.ts";
import { ADMIN_TOKEN, freePort, KEY_SECRET, type Server } from "../harness/service/server.ts";

const root = join(import.meta.dirname, "../..");

export interface BundledServer extends Server {
  /** What a deploy of other files does to those who are connected: the runtime starts anew on the same state. */
  deploy(assets: string): Promise<void>;
  /** Writes a value into the namespace of snapshots, as `npm run deploy` does. */
  keep(name: string, value: Uint8Array): Promise<void>;
}

/**
 * The service as it would be deployed, in a fifth of the processor time that `npm start` takes to begin.
 * @param ai where the requests of workerd's own binding of Workers AI go, instead of to Cloudflare; no binding without it
 * @param assets folder of the files that it serves; this checkout's own without it
 */
export async function startBundledServer(
  env: Record<string, string>,
  ai: URL | null = null,
  assets = join(root, "dist/public"),
): Promise<BundledServer> {
  const folder = mkdtempSync(join(tmpdir(), "voice-widget-bundled-"));
  await build();
  const bundle = await bundleWorker(join(folder, "bundle"));
  let output = "";
  const port = await freePort();
  const options = (directory: string) =>
    convertV4MiniflareOptions({
      log: new Log(LogLevel.ERROR),
      host: "localhost",
      port,
      telemetry: { enabled: false },
      resourcePersistencePath: join(folder, "state"),
      handleStructuredLogs: ({ message }) => {
        output += `${message}\n`;
      },
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
          bindings: { ...bundle.vars, ADMIN_TOKEN, KEY_SECRET, ENVIRONMENT: "development", ...env },
          d1Databases: { DB: "voice-widget" },
          kvNamespaces: { SNAPSHOTS: "snapshots" },
          durableObjects: Object.fromEntries(
            Object.entries(bundle.objects).map(([binding, className]) => [binding, { className, useSQLite: true }]),
          ),
          assets: { directory, binding: "ASSETS", routerConfig: { has_user_worker: true } },
          ...(ai && { ai: { binding: "AI", remoteProxyConnectionString: ai as RemoteProxyConnectionString } }),
        },
      ],
    });
  const miniflare = new Miniflare(options(assets));
  const url = await miniflare.ready;
  const db = await miniflare.getD1Database("DB", "voice-widget");
  for (const name of globSync("*.sql", { cwd: join(root, "worker/storage/migrations") }).sort()) {
    const statements = readFileSync(join(root, "worker/storage/migrations", name), "utf8")
      .replace(/--.*$/gm, "")
      .split(";")
      .map((statement) => statement.trim())
      .filter(Boolean);
    await db.batch(statements.map((statement) => db.prepare(statement)));
  }
  const stop = async () => {
    // It waits for connections that a vendor keeps open; its process ends with ours in any case.
    await Promise.race([miniflare.dispose(), sleep(5_000)]);
    // It may still be writing its last.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    return 0;
  };
  return {
    origin: `http://localhost:${url.port}`,
    stateDir: join(folder, "state"),
    output: () => output,
    stop,
    kill: async () => {
      await stop();
    },
    deploy: (directory) => miniflare.setOptions(options(directory)),
    async keep(name, value) {
      const snapshots = await miniflare.getKVNamespace("SNAPSHOTS", "voice-widget");
      await snapshots.put(name, value);
    },
  };
}
