import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { build } from "../build/build.ts";
import { WORKER_VARIABLES } from "../dev/dev-vars.ts";
import { Releases } from "./releases.ts";

/**
 * `npm run deploy`: puts the service on Cloudflare, the first time and every time after. Finds or makes the database
 * and the namespace by name, so nothing has to be written into wrangler.toml; `--dry-run` only builds and bundles.
 */

const root = join(import.meta.dirname, "../..");

export interface Answer {
  ok: boolean;
  stdout: string;
}

/** Runs wrangler. `show`: its words go to the terminal instead of the answer. */
export type Wrangler = (args: string[], options?: { show?: boolean }) => Answer;

export class DeployError extends Error {}

const SECRETS = WORKER_VARIABLES.filter((name) => /(_KEY|_TOKEN|_SECRET|_KEY_ID)$/.test(name));
const MADE = ["KEY_SECRET", "ADMIN_TOKEN"] as const;

/** What the answer says as JSON, or a clear error. wrangler may print a line or two before it. */
function parsed<T>(answer: Answer, what: string): T {
  const at = answer.stdout.search(/[[{]/);
  try {
    if (answer.ok && at >= 0) return JSON.parse(answer.stdout.slice(at)) as T;
  } catch {
    // Reported below.
  }
  throw new DeployError(`wrangler could not tell ${what}. It said:\n${answer.stdout}`);
}

function must(answer: Answer, problem: string): void {
  if (!answer.ok) throw new DeployError(`${problem}\n${answer.stdout}`.trim());
}

/** wrangler.toml with another folder of files to serve. */
export const withAssets = (toml: string, folder: string): string =>
  toml.replace(/^directory\s*=\s*".*"$/m, `directory = "${folder}"`);

/** wrangler.toml with the binding of Workers AI, where a slot wants it: `npm start` reads it without, for lack of a login. */
export const withAi = (toml: string): string =>
  /^PROVIDER_[AB]\s*=\s*"workers-ai"/m.test(toml) && !/^\[ai\]/m.test(toml)
    ? `${toml.trimEnd()}\n\n[ai]\nbinding = "AI"\n`
    : toml;

/** wrangler.toml with the ids of this account's database and namespace put in. */
export function withIds(toml: string, ids: { database: string; namespace: string }): string {
  const put = (text: string, line: RegExp, id: string) => {
    if (!line.test(text)) throw new DeployError(`wrangler.toml has no line ${line}`);
    return text.replace(line, (found) => `${found}\n${id}`);
  };
  const named = (key: string) => new RegExp(`^${key}\\s*=`, "m").test(toml);
  let out = toml;
  if (!named("database_id")) out = put(out, /^database_name\s*=.*$/m, `database_id = "${ids.database}"`);
  if (!named("id")) out = put(out, /^binding\s*=\s*"SNAPSHOTS".*$/m, `id = "${ids.namespace}"`);
  return out;
}

function databaseId(wrangler: Wrangler, name: string, say: (line: string) => void): string {
  const list = () =>
    parsed<{ name: string; uuid: string }[]>(wrangler(["d1", "list", "--json"]), "which databases there are");
  const find = () => list().find((database) => database.name === name)?.uuid;
  const known = find();
  if (known) return known;
  say(`Making the D1 database "${name}".`);
  must(wrangler(["d1", "create", name]), "The database could not be made.");
  const made = find();
  if (!made) throw new DeployError(`The database "${name}" was made, but wrangler does not list it. Run again.`);
  return made;
}

function namespaceId(wrangler: Wrangler, title: string, say: (line: string) => void): string {
  const list = () =>
    parsed<{ title: string; id: string }[]>(wrangler(["kv", "namespace", "list"]), "which KV namespaces there are");
  const find = () => list().find((namespace) => namespace.title === title)?.id;
  const known = find();
  if (known) return known;
  say(`Making the KV namespace "${title}".`);
  must(wrangler(["kv", "namespace", "create", title]), "The namespace could not be made.");
  const made = find();
  if (!made) throw new DeployError(`The namespace "${title}" was made, but wrangler does not list it. Run again.`);
  return made;
}

function keptReleases(wrangler: Wrangler, namespace: string): Releases {
  try {
    return new Releases(wrangler, namespace);
  } catch (error) {
    throw new DeployError(error instanceof Error ? error.message : String(error));
  }
}

export interface DeployOptions {
  wrangler: Wrangler;
  environment: NodeJS.ProcessEnv;
  /** Where wrangler.toml stands, what was built in `dist`, and where the files of a deployment are written. */
  folder: string;
  say: (line: string) => void;
}

/** @throws DeployError that says what to do */
export function deploy({ wrangler, environment, folder, say }: DeployOptions): void {
  const toml = readFileSync(join(folder, "wrangler.toml"), "utf8");
  const worker = /^name\s*=\s*"([^"]+)"/m.exec(toml)?.[1];
  const database = /^database_name\s*=\s*"([^"]+)"/m.exec(toml)?.[1];
  if (!worker || !database) throw new DeployError("wrangler.toml lost its name or database_name.");

  if (!wrangler(["whoami", "--json"]).ok)
    throw new DeployError(
      "You are not signed in to Cloudflare. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN (and\n" +
        "CLOUDFLARE_ACCOUNT_ID where the token reaches several accounts); then `npm run deploy` again.",
    );

  const ids = {
    database: databaseId(wrangler, database, say),
    namespace: namespaceId(wrangler, `${worker}-snapshots`, say),
  };
  // In the same folder, since its paths are relative to it.
  const config = join(folder, ".wrangler.deploy.toml");
  const secretsFile = join(folder, ".deploy-secrets.json");
  const { version } = JSON.parse(readFileSync(join(folder, "dist/build.json"), "utf8")) as { version: string };
  const built = join(folder, "dist/public");
  const releases = keptReleases(wrangler, ids.namespace);
  if (releases.assemble(built, join(folder, "dist/deploy"), version))
    say(
      `voice-widget-${version}.js stays as it was first deployed: pages may have pinned it. Raise the version in\n` +
        "package.json and shared/version.ts to publish this build under an exact address too.",
    );
  writeFileSync(config, withAssets(withIds(withAi(toml), ids), "dist/deploy"));
  try {
    const listed = wrangler(["secret", "list", "--name", worker, "--format", "json"]);
    // A Worker that does not exist yet has no secrets.
    const existing = listed.ok
      ? parsed<{ name: string }[]>(listed, "which secrets there are").map(({ name }) => name)
      : [];
    const kept = join(folder, ".prod.vars");
    const before = existsSync(kept) ? (parseEnv(readFileSync(kept, "utf8")) as Record<string, string>) : {};
    const secrets: Record<string, string> = {};
    for (const name of SECRETS) if (environment[name]) secrets[name] = environment[name];
    for (const name of MADE)
      if (!secrets[name] && !existing.includes(name))
        secrets[name] = before[name] ?? randomBytes(32).toString("base64url");
    const fresh = MADE.filter((name) => secrets[name] && !environment[name] && !before[name]);
    if (fresh.length > 0) {
      const lines = fresh.map((name) => `${name}=${secrets[name]}\n`).join("");
      writeFileSync(kept, (existsSync(kept) ? readFileSync(kept, "utf8") : "") + lines, { mode: 0o600 });
      say(
        `Made ${fresh.join(" and ")}, kept in .prod.vars. Move them to your password store: nobody can read them back.`,
      );
    }
    writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 });

    say("Applying the database migrations.");
    must(
      wrangler(["d1", "migrations", "apply", "DB", "--remote", "--config", config], { show: true }),
      "The migrations were not applied, and nothing was deployed.",
    );
    say("Deploying.");
    must(
      wrangler(
        [
          "deploy",
          ...["--config", config, "--secrets-file", secretsFile],
          // Pages that are open while a new version goes out still load the chunks of theirs.
          ...["--old-asset-ttl", String(7 * 86400)],
        ],
        { show: true },
      ),
      "wrangler deploy failed; what it said stands above.",
    );
    releases.keep(built, version);
  } finally {
    rmSync(config, { force: true });
    rmSync(secretsFile, { force: true });
  }
  say("Deployed. Open /console/ at the address above and sign in with the ADMIN_TOKEN.");
}

const wrangler: Wrangler = (args, { show = false } = {}) => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/wrangler/bin/wrangler.js"), ...args],
    {
      cwd: root,
      encoding: "utf8",
      // A kept version is about a megabyte.
      maxBuffer: 64 * 1024 * 1024,
      stdio: ["inherit", show ? "inherit" : "pipe", "inherit"],
      env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
    },
  );
  return { ok: status === 0, stdout: stdout ?? "" };
};

if (import.meta.main) {
  try {
    if (process.argv.includes("--dry-run")) {
      must(wrangler(["deploy", "--dry-run"], { show: true }), "The bundle could not be made.");
      console.log(
        "\nA real run would now sign in, find or make the D1 database and the KV namespace, set missing secrets,\n" +
          "apply the migrations and deploy.",
      );
    } else {
      await build();
      deploy({ wrangler, environment: process.env, folder: root, say: console.log });
    }
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
