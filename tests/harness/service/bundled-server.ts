import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type RemoteProxyConnectionString } from "miniflare";
import { build } from "../../../scripts/build/build.ts";
import { bundleWorker, workerOf } from "./bundle.ts";
import { allMigrations, applyMigrations } from "./migrations.ts";
import { ADMIN_TOKEN, KEY_SECRET } from "./secrets.ts";
import { onFreePort, type Server } from "./server.ts";

const root = join(import.meta.dirname, "../../..");

export interface BundledServer extends Server {
  /** What a deploy of other files does to those who are connected: the runtime starts anew on the same state. */
  deploy(assets: string): Promise<void>;
  /** Writes a value into the namespace of snapshots, as `npm run deploy` does. */
  keep(name: string, value: Uint8Array): Promise<void>;
}

interface BundledServerOptions {
  /** Where the requests of workerd's own binding of Workers AI go, instead of to Cloudflare; no binding without it. */
  ai?: URL | null;
  /** Folder of the files that it serves; this checkout's own without it. */
  assets?: string;
}

/** The service as it would be deployed, in a fifth of the processor time that `npm start` takes to begin. */
export async function startBundledServer(
  env: Record<string, string>,
  { ai, assets = join(root, "dist/public") }: BundledServerOptions = {},
): Promise<BundledServer> {
  const folder = mkdtempSync(join(tmpdir(), "voice-widget-bundled-"));
  await build();
  const bundle = await bundleWorker(join(folder, "bundle"));
  let output = "";
  const options = (port: number, directory: string) =>
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
          ...workerOf(bundle),
          bindings: { ...bundle.vars, ADMIN_TOKEN, KEY_SECRET, ENVIRONMENT: "development", ...env },
          assets: {
            directory,
            binding: "ASSETS",
            routerConfig: { has_user_worker: true, static_routing: { user_worker: bundle.workerFirst } },
          },
          ...(ai && { ai: { binding: "AI", remoteProxyConnectionString: ai as RemoteProxyConnectionString } }),
        },
      ],
    });
  const [miniflare, url] = await onFreePort(async (port) => {
    const begun = new Miniflare(options(port, assets));
    try {
      return [begun, await begun.ready] as const;
    } catch (error) {
      await begun.dispose();
      throw error;
    }
  });
  await applyMigrations(await miniflare.getD1Database("DB", "voice-widget"), allMigrations());
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
    deploy: (directory) => miniflare.setOptions(options(Number(url.port), directory)),
    async keep(name, value) {
      const snapshots = await miniflare.getKVNamespace("SNAPSHOTS", "voice-widget");
      await snapshots.put(name, value);
    },
  };
}
