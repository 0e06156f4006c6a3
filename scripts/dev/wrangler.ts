import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "../..");
const binary = join(root, "node_modules/wrangler/bin/wrangler.js");
/** An address, as Node reads it: a `#` or `%` in a folder's name would end or change a path. */
const lifeline = pathToFileURL(join(import.meta.dirname, "lifeline.ts")).href;

/** wrangler without telemetry, prompts and update checks; its own files go into `stateDir`. */
const quiet = (stateDir: string): NodeJS.ProcessEnv => ({
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
  WRANGLER_WRITE_LOGS: "false",
  WRANGLER_LOG_PATH: join(stateDir, "logs"),
  WRANGLER_CACHE_DIR: join(stateDir, "cache"),
  // A registry of its own: two servers on one machine must not find each other's Worker.
  WRANGLER_REGISTRY_PATH: join(stateDir, "registry"),
  // For the build that wrangler.toml asks for when a file changes, see scripts/build/build.ts.
  KEEP_LAST_BUILD: "1",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  CLOUDFLARE_INCLUDE_PROCESS_ENV: "false",
});

/** Starts wrangler as the leader of a process group that dies with this process. It sends a message once it listens. */
export function wrangler(args: string[], stateDir: string): ChildProcess {
  return spawn(process.execPath, ["--import", lifeline, binary, ...args], {
    cwd: root,
    env: { ...process.env, ...quiet(stateDir) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: process.platform !== "win32",
  });
}

/** Ends a process group that `wrangler` started, by its leader's id. Harmless when it is gone. */
export function endGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    if (process.platform === "win32")
      execFileSync("taskkill", ["/pid", String(leader), "/T", "/F"], { stdio: "ignore" });
    else process.kill(-leader, signal);
  } catch {
    // The group has ended already.
  }
}
