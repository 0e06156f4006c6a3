import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Configuration } from "../../scripts/deploy/configuration.ts";
import type { Answer, Wrangler } from "../../scripts/deploy/wrangler.ts";

interface Version {
  id: string;
  message: string;
  served: Record<string, string>;
  secrets: Record<string, string>;
}

const timeOf = (deployment: number): string => new Date(Date.UTC(2026, 0, 1, 0, deployment)).toISOString();

/** A Cloudflare account in memory that answers as wrangler does. */
export class Account {
  readonly folder: string;
  databases: { name: string; uuid: string }[] = [];
  namespaces: { title: string; id: string }[] = [];
  secrets: Record<string, string> | undefined;
  /** Where wrangler says that it deployed to. */
  targets = ["https://voice.example"];
  signedIn = true;
  /** The call that begins with this fails. */
  failing: string | null = null;
  calls: string[] = [];
  deployed: Configuration = {};
  versions: Version[] = [];
  /** Ids of versions, the live one last. */
  deployments: string[] = [];
  /** Projects that have stores, and since when; `null` where the database cannot be read. */
  moved: { projects: number; since: number | null; pages: number } | null = { projects: 0, since: null, pages: 0 };
  /** Values of the namespace. */
  kv: Record<string, string> = {};

  /** @param folder of wrangler.toml */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** The files of the live version. */
  get served(): Record<string, string> {
    return this.versions.find(({ id }) => id === this.deployments.at(-1))?.served ?? {};
  }

  /** What a page gets at a path: an asset, else what the Worker finds in KV. */
  page(path: string): string | undefined {
    const stored = this.kv[`file:/${path}`];
    return this.served[path] ?? (stored === undefined ? undefined : Buffer.from(stored, "base64").toString());
  }

  wrangler: Wrangler = (args, { output } = {}): Answer => {
    const call = args.filter((arg) => !arg.startsWith("/")).join(" ");
    this.calls.push(call);
    if (this.failing && call.startsWith(this.failing))
      return { ok: false, stdout: "", stderr: "Authentication error [code: 10000]" };
    const json = (value: unknown): Answer => ({ ok: true, stdout: JSON.stringify(value) });
    const file = (path: string | undefined) => readFileSync(path ?? "", "utf8");
    const after = (flag: string) => args[args.indexOf(flag) + 1];
    if (call.startsWith("whoami")) return { ok: this.signedIn, stdout: "{}" };
    if (call.startsWith("d1 execute"))
      return this.moved
        ? json([{ results: [this.moved], success: true }])
        : { ok: false, stdout: "", stderr: "no such table" };
    if (call.startsWith("d1 list")) return json(this.databases);
    if (call.startsWith("d1 create")) this.databases.push({ name: args[2] ?? "", uuid: "database-uuid" });
    if (call.startsWith("kv key list"))
      return json(
        Object.keys(this.kv)
          .filter((name) => name.startsWith(after("--prefix") ?? ""))
          .map((name) => ({ name })),
      );
    if (call.startsWith("kv key get")) return { ok: true, stdout: this.kv[args[3] ?? ""] ?? "" };
    if (call.startsWith("kv key put")) this.kv[args[3] ?? ""] = file(args[5]);
    if (call.startsWith("kv bulk get"))
      return json(
        Object.fromEntries(
          (JSON.parse(file(args[3])) as { name: string }[]).map(({ name }) => [name, this.kv[name] ?? null]),
        ),
      );
    if (call.startsWith("kv bulk put"))
      for (const { key, value } of JSON.parse(file(args[3])) as { key: string; value: string }[]) this.kv[key] = value;
    if (call.startsWith("kv bulk delete")) for (const key of JSON.parse(file(args[3])) as string[]) delete this.kv[key];
    if (call.startsWith("kv namespace list")) return json(this.namespaces);
    if (call.startsWith("kv namespace create")) this.namespaces.push({ title: args[3] ?? "", id: "namespace-id" });
    if (call.startsWith("secret list"))
      return this.secrets
        ? json(Object.keys(this.secrets).map((name) => ({ name })))
        : { ok: false, stdout: "", stderr: `✘ [ERROR] Worker "${after("--name")}" not found.` };
    if (call.startsWith("deployments status")) return json({ versions: [{ version_id: this.deployments.at(-1) }] });
    if (call.startsWith("deployments list"))
      return json(
        this.deployments
          .map((version_id, at) => ({ created_on: timeOf(at), versions: [{ version_id }] }))
          .slice(-10)
          .reverse(),
      );
    if (call.startsWith("versions view"))
      return json({
        metadata: { created_on: timeOf(this.deployments.indexOf(args[2] ?? "")) },
        annotations: { "workers/message": this.versions.find(({ id }) => id === args[2])?.message },
      });
    if (call.startsWith("rollback")) {
      this.deployments.push(args[1] ?? "");
      const { secrets = {} } = this.versions.find(({ id }) => id === args[1]) ?? {};
      const changed = Object.keys(secrets).filter((name) => secrets[name] !== this.secrets?.[name]);
      this.secrets = secrets;
      if (changed.length > 0) {
        const asked = `? The following secrets have changed since version ${args[1]} was deployed. Please confirm`;
        return { ok: true, stdout: [asked, ...changed.map((name) => `  * ${name}`), "🤖 Using fallback"].join("\n") };
      }
    }
    if (call.startsWith("deploy ")) {
      this.deployed = JSON.parse(file(after("--config"))) as Configuration;
      const assets = join(this.folder, this.deployed.assets?.directory ?? "");
      const files = globSync("**/*.js", { cwd: assets });
      const served = Object.fromEntries(files.map((path) => [path, readFileSync(join(assets, path), "utf8")]));
      const id = `version-${this.versions.length + 1}`;
      this.secrets = { ...this.secrets, ...(JSON.parse(file(after("--secrets-file"))) as Record<string, string>) };
      this.versions.push({ id, message: after("--message") ?? "", served, secrets: this.secrets });
      this.deployments.push(id);
      if (output) writeFileSync(output, `${JSON.stringify({ type: "deploy", targets: this.targets })}\n`);
    }
    return { ok: true, stdout: "" };
  };
}

/** As the build leaves it. */
export function built(folder: string, version: string, content: string): void {
  const dist = join(folder, "dist");
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, "public/assets"), { recursive: true });
  writeFileSync(join(dist, "build.json"), JSON.stringify({ version, inputs: `${content}-of-all-inputs` }));
  for (const file of ["voice-widget.js", `voice-widget-${version}.js`, `assets/panel-${content}.js`])
    writeFileSync(join(dist, "public", file), content);
}
