import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Answer, DeployError, deploy, withIds } from "../../scripts/deploy/deploy.ts";

/** A Cloudflare account in memory that answers as wrangler does. */
class Account {
  databases: { name: string; uuid: string }[] = [];
  namespaces: { title: string; id: string }[] = [];
  secrets: Record<string, string> | undefined;
  signedIn = true;
  migrationsFail = false;
  calls: string[] = [];
  deployedConfig = "";
  /** Values of the namespace. */
  kept: Record<string, string> = {};
  /** The files of the last deployment. */
  served: Record<string, string> = {};

  wrangler = (args: string[]): Answer => {
    const call = args.filter((arg) => !arg.startsWith("/")).join(" ");
    this.calls.push(call);
    const json = (value: unknown): Answer => ({ ok: true, stdout: JSON.stringify(value) });
    if (call.startsWith("whoami")) return { ok: this.signedIn, stdout: "{}" };
    if (call.startsWith("d1 list")) return json(this.databases);
    if (call.startsWith("d1 create")) this.databases.push({ name: args[2] ?? "", uuid: "database-uuid" });
    if (call.startsWith("kv key list")) return json(Object.keys(this.kept).map((name) => ({ name })));
    if (call.startsWith("kv key get")) return { ok: true, stdout: this.kept[args[3] ?? ""] ?? "" };
    if (call.startsWith("kv key put")) this.kept[args[3] ?? ""] = readFileSync(args[5] ?? "", "utf8");
    if (call.startsWith("kv namespace list")) return json(this.namespaces);
    if (call.startsWith("kv namespace create")) this.namespaces.push({ title: args[3] ?? "", id: "namespace-id" });
    if (call.startsWith("secret list"))
      return this.secrets ? json(Object.keys(this.secrets).map((name) => ({ name }))) : { ok: false, stdout: "" };
    if (call.startsWith("d1 migrations")) return { ok: !this.migrationsFail, stdout: "" };
    if (call.startsWith("deploy")) {
      const file = (flag: string) => readFileSync(args[args.indexOf(flag) + 1] ?? "", "utf8");
      this.deployedConfig = file("--config");
      const assets = join(folder, /^directory = "(.*)"$/m.exec(this.deployedConfig)?.[1] ?? "");
      const files = globSync("**/*.js", { cwd: assets });
      this.served = Object.fromEntries(files.map((path) => [path, readFileSync(join(assets, path), "utf8")]));
      this.secrets = { ...this.secrets, ...(JSON.parse(file("--secrets-file")) as Record<string, string>) };
    }
    return { ok: true, stdout: "" };
  };
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deploy-"));
  cpSync(join(import.meta.dirname, "../../wrangler.toml"), join(folder, "wrangler.toml"));
  built("1.0.0", "first");
});

/** As the build leaves it. */
function built(version: string, content: string): void {
  const dist = join(folder, "dist");
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, "public/assets"), { recursive: true });
  writeFileSync(join(dist, "build.json"), JSON.stringify({ version }));
  for (const file of ["voice-widget.js", `voice-widget-${version}.js`, `assets/panel-${content}.js`])
    writeFileSync(join(dist, "public", file), content);
}
afterEach(() => rmSync(folder, { recursive: true }));

const run = (account: Account, environment: NodeJS.ProcessEnv = {}) =>
  deploy({ wrangler: account.wrangler, environment, folder, say: () => undefined });

describe("npm run deploy", () => {
  test("the first time makes database, namespace and secrets, migrates, then deploys", () => {
    const account = new Account();
    run(account);
    expect(account.calls.map((call) => call.split(" --")[0])).toEqual([
      "whoami",
      "d1 list",
      "d1 create voice-widget",
      "d1 list",
      "kv namespace list",
      "kv namespace create voice-widget-snapshots",
      "kv namespace list",
      "kv key list",
      "secret list",
      "d1 migrations apply DB",
      "deploy",
      "kv key put release:1.0.0",
    ]);
    expect(account.deployedConfig).toContain('database_id = "database-uuid"');
    expect(account.deployedConfig).toContain('binding = "SNAPSHOTS"\nid = "namespace-id"');
    expect(Object.keys(account.secrets ?? {}).sort()).toEqual(["ADMIN_TOKEN", "KEY_SECRET"]);
    expect(account.secrets?.KEY_SECRET?.length).toBeGreaterThanOrEqual(32);
    expect(readFileSync(join(folder, ".prod.vars"), "utf8")).toContain(`ADMIN_TOKEN=${account.secrets?.ADMIN_TOKEN}`);
    expect(existsSync(join(folder, ".wrangler.deploy.toml"))).toBe(false);
    expect(existsSync(join(folder, ".deploy-secrets.json"))).toBe(false);
  });

  test("a slot that is workers-ai gets the binding of Workers AI, and no other does", () => {
    const account = new Account();
    run(account);
    expect(account.deployedConfig).not.toMatch(/^\[ai\]/m);
    const file = join(folder, "wrangler.toml");
    writeFileSync(file, readFileSync(file, "utf8").replace('PROVIDER_B = "demo"', 'PROVIDER_B = "workers-ai"'));
    run(account);
    expect(account.deployedConfig).toMatch(/^\[ai\]\nbinding = "AI"$/m);
    expect(readFileSync(file, "utf8"), "npm start reads it without").not.toMatch(/^\[ai\]/m);
  });

  test("the second time makes nothing and changes no secret; a vendor's key given in the environment is set", () => {
    const account = new Account();
    run(account);
    const first = { ...account.secrets };
    account.calls = [];
    run(account, { OPENAI_API_KEY: "sk-test", PROVIDER_A: "openai" });
    expect(account.calls.some((call) => call.includes("create"))).toBe(false);
    expect(account.secrets).toEqual({ ...first, OPENAI_API_KEY: "sk-test" });
  });

  test("an exact version and its chunks last through later deployments, as they were first", () => {
    const account = new Account();
    run(account);
    built("1.0.0", "second");
    const said: string[] = [];
    deploy({ wrangler: account.wrangler, environment: {}, folder, say: (line) => said.push(line) });
    expect(account.served).toEqual({
      "voice-widget.js": "second",
      "voice-widget-1.0.0.js": "first",
      "assets/panel-first.js": "first",
      "assets/panel-second.js": "second",
    });
    expect(said.join("\n")).toContain("voice-widget-1.0.0.js stays as it was first deployed");

    built("1.1.0", "third");
    run(account);
    built("1.2.0", "fourth");
    run(account);
    expect(account.served).toMatchObject({
      "voice-widget.js": "fourth",
      "voice-widget-1.0.0.js": "first",
      "voice-widget-1.1.0.js": "third",
      "voice-widget-1.2.0.js": "fourth",
      "assets/panel-first.js": "first",
      "assets/panel-third.js": "third",
      "assets/panel-fourth.js": "fourth",
    });
    // What was never an exact version is not kept for good.
    expect(account.served).not.toHaveProperty("assets/panel-second.js");
    expect(Object.keys(account.kept)).toEqual(["release:1.0.0", "release:1.1.0", "release:1.2.0"]);
  });

  test("not signed in: says how, and does nothing", () => {
    const account = new Account();
    account.signedIn = false;
    expect(() => run(account)).toThrow(/wrangler login/);
    expect(account.calls).toEqual(["whoami --json"]);
  });

  test("a failed migration deploys nothing and leaves no secrets file", () => {
    const account = new Account();
    account.migrationsFail = true;
    expect(() => run(account)).toThrow(DeployError);
    expect(account.calls.some((call) => call.startsWith("deploy"))).toBe(false);
    expect(existsSync(join(folder, ".deploy-secrets.json"))).toBe(false);
  });

  test("ids that the operator wrote into wrangler.toml stay", () => {
    const toml =
      'database_name = "x"\ndatabase_id = "mine"\n\n[[kv_namespaces]]\nbinding = "SNAPSHOTS"\nid = "my-kv"\n';
    expect(withIds(toml, { database: "other", namespace: "other" })).toBe(toml);
  });
});
