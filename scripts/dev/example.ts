import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { type PreviewServer, preview, build as viteBuild } from "vite";
import { build } from "../build/build.ts";
import { alive } from "../build/lock.ts";

/** `npm run example NAME`: builds one example against a running service and serves it, as its own site. */

const root = join(import.meta.dirname, "../..");
const FOLDER = join(root, "examples");

export interface ExampleOptions {
  name: string;
  service: string;
  apiKey: string;
  /** 0 for any that is free. */
  port: number;
}

/** Where the examples import the package from: `dist/npm`, as it would be installed. */
const ALIAS = [
  { find: /^voice-widget\/(\w+)$/, replacement: join(root, "dist/npm/$1.js") },
  { find: /^voice-widget$/, replacement: join(root, "dist/npm/index.js") },
];

export async function serveExample({ name, service, apiKey, port }: ExampleOptions): Promise<PreviewServer> {
  // Vite reads what begins with VITE_ from here.
  Object.assign(process.env, {
    VITE_SERVICE: service,
    VITE_SERVICE_WS: service.replace(/^http/, "ws"),
    VITE_API_KEY: apiKey,
  });
  const outDir = join(root, "dist/examples", name);
  const common = { configFile: false, root: join(FOLDER, name), logLevel: "warn", build: { outDir } } as const;
  await viteBuild({
    ...common,
    resolve: { alias: ALIAS },
    build: { outDir, emptyOutDir: true, target: "es2022", modulePreload: false },
  });
  return preview({ ...common, preview: { port, host: "localhost", strictPort: port !== 0 } });
}

/** Where `npm start` runs on this checkout, if it does; else where it would. */
export function findService(environment: NodeJS.ProcessEnv, runFile: string, devVars: string): string {
  if (environment.VOICE_SERVICE) return environment.VOICE_SERVICE.replace(/\/+$/, "");
  if (!environment.PORT && existsSync(runFile)) {
    const { start, port } = JSON.parse(readFileSync(runFile, "utf8") || "{}") as { start?: number; port?: number };
    if (start && port && alive(start)) return `http://localhost:${port}`;
  }
  const { PORT = "8787" } = { ...(existsSync(devVars) && parseEnv(readFileSync(devVars, "utf8"))), ...environment };
  return `http://localhost:${PORT}`;
}

/** The key of the service's demo page. */
async function demoKey(service: string): Promise<string> {
  const response = await fetch(service).catch(() => null);
  const key = /api-key="(svc_pk_[A-Za-z0-9]+)"/.exec((await response?.text()) ?? "")?.[1];
  if (!key) throw new Error(`No demo page at ${service}. Run npm start first, or set VOICE_SERVICE and VOICE_API_KEY.`);
  return key;
}

if (import.meta.main) {
  const names = readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  const name = process.argv[2] ?? "";
  const runFile = join(resolve(process.env.STATE_DIR || join(root, ".state")), "run.json");
  const service = findService(process.env, runFile, join(root, ".dev.vars"));
  try {
    if (!names.includes(name)) throw new Error(`Which one? npm run example ${names.join(" | ")}`);
    await build();
    const apiKey = process.env.VOICE_API_KEY ?? (await demoKey(service));
    const server = await serveExample({ name, service, apiKey, port: 0 });
    console.log(`${name}: ${server.resolvedUrls?.local[0]}   (Ctrl+C stops it)`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
