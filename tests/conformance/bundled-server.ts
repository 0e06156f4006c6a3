import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type RemoteProxyConnectionString } from "miniflare";
import { bundleWorker } from "../../bench/runtime/bundle.ts";
import { build } from "../../scripts/build/build.ts";
import { ADMIN_TOKEN, KEY_SECRET, type Server } from "../harness/service/server.ts";

const root = join(import.meta.dirname, "../..");

/**
 * The service as it would be deployed, with a binding of Workers AI that `npm start` has not: workerd's own binding, whose
 * requests go to `ai` instead of Cloudflare.
 */
export async function startBundledServer(env: Record<string, string>, ai: URL): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "voice-widget-bundled-"));
  await build();
  const bundle = bundleWorker(join(folder, "bundle"));
  let output = "";
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      log: new Log(LogLevel.ERROR),
      host: "localhost",
      port: 0,
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
          assets: { directory: join(root, "dist/public"), binding: "ASSETS", routerConfig: { has_user_worker: true } },
          ai: { binding: "AI", remoteProxyConnectionString: ai as RemoteProxyConnectionString },
        },
      ],
    }),
  );
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
    rmSync(folder, { recursive: true, force: true });
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
  };
}
