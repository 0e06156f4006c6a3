import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { experimental_readRawConfig } from "wrangler";
import { fillFromCache } from "../../../scripts/test/cached-files.ts";

/** The Worker as `wrangler deploy` would upload it. */
export interface Bundle {
  folder: string;
  /** Files of the upload: `index.js` first, then its data modules. */
  modules: string[];
  compatibilityDate: string;
  compatibilityFlags: string[];
  vars: Record<string, string>;
  /** Paths of files that the Worker answers itself. */
  workerFirst: string[];
  /** Classes of Durable Objects by their binding. */
  objects: Record<string, string>;
}

const root = resolve(import.meta.dirname, "../../..");

type RawConfig = ReturnType<typeof experimental_readRawConfig>["rawConfig"];

/** What wrangler.toml says. Wrangler, which knows how to read it, takes more than a second of a core to load: once for all files. */
async function readConfig(source: string, folder: string): Promise<RawConfig> {
  const file = (where: string) => join(where, "config.json");
  await fillFromCache(folder, { source, patterns: ["wrangler.toml"], more: ["config"] }, async (to) => {
    const { experimental_readRawConfig } = await import("wrangler");
    const { rawConfig } = experimental_readRawConfig({ config: join(source, "wrangler.toml") });
    writeFileSync(file(to), JSON.stringify(rawConfig));
  });
  return JSON.parse(readFileSync(file(folder), "utf8")) as RawConfig;
}

/**
 * Bundles into `folder`, which is emptied first; `alias` puts other modules in the place of imported ones. The build of the
 * static files is left out: nothing here asks for them.
 * @param source another checkout of this project, with its node_modules
 * @throws Error with wrangler's own words.
 */
export async function bundleWorker(folder: string, alias: Record<string, string> = {}, source = root): Promise<Bundle> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const rawConfig = await readConfig(source, join(folder, "read"));
  const { build: _build, assets: files, ...config } = rawConfig;
  const configFile = join(folder, "wrangler.json");
  writeFileSync(
    configFile,
    JSON.stringify({ ...config, alias, main: join(source, rawConfig.main ?? "worker/index.ts") }),
  );
  const out = join(folder, "out");
  const patterns = ["worker/**/*", "shared/**/*", "wrangler.toml", "package.json", "tsconfig.base.json"];
  const more = Object.entries(alias).flatMap(([name, file]) => [name, readFileSync(file, "utf8")]);
  await fillFromCache(out, { source, patterns, more }, (to) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, "node_modules/wrangler/bin/wrangler.js"), "deploy", "--dry-run", "--outdir", to, "-c", configFile],
      { cwd: folder, encoding: "utf8", env: { ...process.env, WRANGLER_SEND_METRICS: "false" } },
    );
    // One that is interrupted, as by Ctrl-C, ends as if it were well, without the code.
    if (status !== 0 || !existsSync(join(to, "index.js")))
      throw new Error(`wrangler deploy --dry-run failed:\n${stdout}\n${stderr}`);
  });
  return {
    folder: out,
    modules: ["index.js", ...globSync("*.adpcm", { cwd: out })],
    compatibilityDate: rawConfig.compatibility_date ?? "2026-10-01",
    compatibilityFlags: rawConfig.compatibility_flags ?? [],
    vars: Object.fromEntries(Object.entries(rawConfig.vars ?? {}).map(([name, value]) => [name, String(value)])),
    workerFirst: Array.isArray(files?.run_worker_first) ? files.run_worker_first : [],
    objects: Object.fromEntries(
      (rawConfig.durable_objects?.bindings ?? []).map(({ name, class_name }: { name: string; class_name: string }) => [
        name,
        class_name,
      ]),
    ),
  };
}

/** The bundle as Miniflare takes it: its code, and what wrangler.toml binds to it. */
export const workerOf = (bundle: Bundle) => ({
  name: "voice-widget",
  modules: bundle.modules.map((path) => ({
    type: path.endsWith(".js") ? ("ESModule" as const) : ("Data" as const),
    path: join(bundle.folder, path),
  })),
  modulesRoot: bundle.folder,
  compatibilityDate: bundle.compatibilityDate,
  compatibilityFlags: bundle.compatibilityFlags,
  d1Databases: { DB: "voice-widget" },
  kvNamespaces: { SNAPSHOTS: "snapshots" },
  durableObjects: Object.fromEntries(
    Object.entries(bundle.objects).map(([binding, className]) => [binding, { className, useSQLite: true }]),
  ),
});
