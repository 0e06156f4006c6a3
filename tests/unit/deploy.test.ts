import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deploy } from "../../scripts/deploy/deploy.ts";
import { rollback } from "../../scripts/deploy/rollback.ts";
import { SECRETS } from "../../scripts/deploy/secrets.ts";
import { DeployError } from "../../scripts/deploy/wrangler.ts";
import { Account, built } from "./cloudflare-account.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deploy-"));
  cpSync(join(import.meta.dirname, "../../wrangler.toml"), join(folder, "wrangler.toml"));
  built(folder, "1.0.0", "first");
});

afterEach(() => rmSync(folder, { recursive: true }));

const DAY = 86_400_000;
let said: string[] = [];
const run = (account: Account, environment: NodeJS.ProcessEnv = {}, more: object = {}) => {
  said = [];
  return deploy({
    wrangler: account.wrangler,
    environment,
    folder,
    say: (line) => said.push(line),
    smoke: () => Promise.resolve("a conversation was held"),
    ...more,
  });
};

describe("npm run deploy", () => {
  test("says what it will do, then makes database, namespace and secrets, migrates, deploys, and tries it", async () => {
    const account = new Account(folder);
    await run(account);
    expect(account.calls.map((call) => call.split(" --")[0])).toEqual([
      ...["whoami", "d1 list", "kv namespace list", "secret list"],
      ...["d1 create voice-widget", "d1 list", "kv namespace create voice-widget-snapshots", "kv namespace list"],
      ...["kv key list", "kv key list", "kv bulk put", "d1 migrations apply DB", "deploy"],
      ...["kv key put release:1.0.0", "kv bulk put"],
    ]);
    expect(said[0]).toContain('This will make the Worker "voice-widget"');
    expect(said[0]).toContain("secrets set: KEY_SECRET, ADMIN_TOKEN");
    expect(said.join("\n")).toContain("It works: a conversation was held.");
    expect(account.deployed).toMatchObject({
      main: "worker/index.ts",
      d1_databases: [{ binding: "DB", database_id: "database-uuid" }],
      kv_namespaces: [{ binding: "SNAPSHOTS", id: "namespace-id" }],
    });
    expect(account.deployed.ai).toBeUndefined();
    expect(Object.keys(account.secrets ?? {}).sort()).toEqual(["ADMIN_TOKEN", "KEY_SECRET"]);
    expect(account.secrets?.KEY_SECRET?.length).toBeGreaterThanOrEqual(32);
    expect(readFileSync(join(folder, ".prod.vars"), "utf8")).toContain(`ADMIN_TOKEN=${account.secrets?.ADMIN_TOKEN}`);
    for (const left of [".wrangler.deploy.json", ".deploy-secrets.json", ".wrangler.deploy.ndjson", ".kv-put.json"])
      expect(existsSync(join(folder, left)), left).toBe(false);
  });

  test("the second time makes nothing and changes no secret; one that was asked for is set, no other", async () => {
    const account = new Account(folder);
    await run(account);
    const first = { ...account.secrets };
    account.calls = [];
    const environment = { OPENAI_API_KEY: "sk-test", XAI_API_KEY: "xai-test" };
    await run(account, environment, { secrets: ["OPENAI_API_KEY"] });
    expect(account.calls.some((call) => call.includes("create"))).toBe(false);
    expect(account.secrets).toEqual({ ...first, OPENAI_API_KEY: "sk-test" });
    expect(said.join("\n")).toContain("Not sent, though they are set here: XAI_API_KEY");
    await expect(run(account, {}, { secrets: ["OPENAI_API_KEY"] })).rejects.toThrow(/OPENAI_API_KEY=…/);
    await expect(run(account, {}, { secrets: ["OPENAI"] })).rejects.toThrow(/no secret OPENAI/);
  });

  test("secrets are added to a .prod.vars without a last newline, and only its owner can read it", async () => {
    const account = new Account(folder);
    const file = join(folder, ".prod.vars");
    writeFileSync(file, "OPENAI_API_KEY=sk-mine", { mode: 0o644 });
    await run(account);
    const { ADMIN_TOKEN = "", KEY_SECRET = "" } = account.secrets ?? {};
    const lines = ["OPENAI_API_KEY=sk-mine", `KEY_SECRET=${KEY_SECRET}`, `ADMIN_TOKEN=${ADMIN_TOKEN}`, ""];
    expect(readFileSync(file, "utf8")).toBe(lines.join("\n"));
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  test.each([
    ["ADMIN_TOKEN", "short", /ADMIN_TOKEN: each secret needs at least 16 characters/],
    ["KEY_SECRET", "a-good-one-0123456789,old", /KEY_SECRET: each secret needs at least 16 characters/],
    ["ADMIN_TOKEN", "the-new-0123456789,the-old-0123456789,older-0123456789", /ADMIN_TOKEN: give one secret, or two/],
  ])(
    "a %s that the service would refuse is told before anything is done, asked for or not",
    async (name, value, said) => {
      const account = new Account(folder);
      await expect(run(account, { [name]: value })).rejects.toThrow(said);
      expect(account.databases).toEqual([]);
      await run(account);
      await expect(run(account, { [name]: value }, { secrets: [name] })).rejects.toThrow(said);
      expect(account.deployments).toEqual(["version-1"]);
    },
  );

  test("the site key of Turnstile is no secret: it stands in wrangler.toml, and every visitor gets it", () => {
    expect(SECRETS).not.toContain("TURNSTILE_SITE_KEY");
    expect(SECRETS).toEqual(expect.arrayContaining(["TURNSTILE_SECRET", "TURN_KEY_ID", "OPENAI_API_KEY"]));
  });

  test("ids in wrangler.toml are used throughout, also by a rollback: nothing is made or looked up by name", async () => {
    const account = new Account(folder);
    const toml = join(folder, "wrangler.toml");
    const own = readFileSync(toml, "utf8")
      .replace('binding = "SNAPSHOTS"', '$&\nid = "my-kv"')
      .replace('binding = "DB"', '$&\ndatabase_id = "my-database"');
    writeFileSync(toml, own);
    await run(account);
    built(folder, "1.0.0", "second");
    await run(account);
    rollback({ wrangler: account.wrangler, folder, say: () => undefined });
    expect([account.databases, account.namespaces]).toEqual([[], []]);
    const calls = account.calls.filter((call) => /^kv (key|bulk)/.test(call));
    expect(calls.length).toBeGreaterThan(8);
    for (const call of calls) expect(call).toContain("--namespace-id my-kv");
    expect(account.deployed).toMatchObject({
      d1_databases: [{ database_id: "my-database" }],
      kv_namespaces: [{ id: "my-kv" }],
    });
    expect(JSON.parse(account.kv["build:1.0.0-first-of-all"] ?? "")).toMatchObject({ replaced_at: null });
  });

  test.each([
    [["voice.example.com/* (zone name: example.com)"], "https://voice.example.com"],
    [["schedule: */5 * * * *", "*.example.com/*", "voice.example.com/*"], "https://voice.example.com"],
    [["voice.example.com (custom domain)", "schedule: 0 * * * *"], "https://voice.example.com"],
    [["https://voice-widget.me.workers.dev", "voice.example.com/*"], "https://voice-widget.me.workers.dev"],
  ])("of what wrangler deployed to, %j, an address is tried", async (targets, url) => {
    const account = new Account(folder);
    account.targets = targets;
    await run(account);
    expect(said.join("\n")).toContain(`Trying ${url}.`);
  });

  test("a deployment that wrangler names no address of is not tried, and says so", async () => {
    const account = new Account(folder);
    account.targets = ["*.example.com/*", "schedule: 0 * * * *", "...and 3 more routes"];
    await expect(run(account)).rejects.toThrow(/did not say where/);
  });

  test("a vendor without its secret is told before anything is done", async () => {
    const account = new Account(folder);
    const toml = join(folder, "wrangler.toml");
    writeFileSync(toml, readFileSync(toml, "utf8").replace('PROVIDER_A = "demo"', 'PROVIDER_A = "openai"'));
    await expect(run(account)).rejects.toThrow(/the Worker has no OPENAI_API_KEY/);
    expect(account.databases).toEqual([]);
    expect(existsSync(join(folder, ".prod.vars"))).toBe(false);
    await run(account, { OPENAI_API_KEY: "sk" }, { secrets: ["OPENAI_API_KEY"] });
    // It has it now.
    await run(account);
  });

  test("a slot of Workers AI is deployed with the binding that it needs", async () => {
    const account = new Account(folder);
    const toml = join(folder, "wrangler.toml");
    writeFileSync(toml, readFileSync(toml, "utf8").replace('PROVIDER_B = "demo"', 'PROVIDER_B = "workers-ai"'));
    await run(account);
    expect(account.deployed.ai).toEqual({ binding: "AI" });
  });

  test("a wrangler.toml that nobody can read is told before anything is done", async () => {
    const account = new Account(folder);
    writeFileSync(join(folder, "wrangler.toml"), 'name = "x\n');
    await expect(run(account)).rejects.toThrow(/wrangler.toml cannot be read/);
    expect(account.calls).toEqual([]);
  });

  test("files of earlier builds stay for 30 days after they were replaced, before and after a rollback", async () => {
    const account = new Account(folder);
    await run(account, {}, { now: 1 });
    built(folder, "1.0.0", "second");
    // The first build was live for a year: its days begin when it is replaced.
    await run(account, {}, { now: 365 * DAY });
    expect(account.page("assets/panel-first.js")).toBe("first");
    rollback({ wrangler: account.wrangler, folder, say: () => undefined, now: 366 * DAY });
    expect(account.deployments.at(-1)).toBe("version-1");
    expect(account.page("assets/panel-second.js")).toBe("second");
    expect(account.page("assets/panel-first.js")).toBe("first");
    built(folder, "1.0.0", "third");
    await run(account, {}, { now: 390 * DAY });
    for (const name of ["first", "second", "third"]) expect(account.page(`assets/panel-${name}.js`)).toBe(name);
    built(folder, "1.0.0", "fourth");
    // The second was replaced by the rollback 34 days ago, the first 10 days ago.
    await run(account, {}, { now: 400 * DAY });
    expect(account.page("assets/panel-second.js")).toBeUndefined();
    expect(account.kv["build:1.0.0-second-of-al"]).toBeUndefined();
    expect(account.page("assets/panel-third.js")).toBe("third");
  });

  test("an exact version and its chunks last through later deployments, as they were first", async () => {
    const account = new Account(folder);
    await run(account);
    built(folder, "1.0.0", "second");
    await run(account);
    expect(account.served).toEqual({
      "voice-widget.js": "second",
      "voice-widget-1.0.0.js": "first",
      "assets/panel-first.js": "first",
      "assets/panel-second.js": "second",
    });
    expect(said.join("\n")).toContain("voice-widget-1.0.0.js stays as it was first deployed");

    built(folder, "1.1.0", "third");
    await run(account);
    built(folder, "1.2.0", "fourth");
    await run(account);
    expect(account.served).toMatchObject({
      "voice-widget.js": "fourth",
      "voice-widget-1.0.0.js": "first",
      "voice-widget-1.1.0.js": "third",
      "voice-widget-1.2.0.js": "fourth",
      "assets/panel-first.js": "first",
      "assets/panel-third.js": "third",
      "assets/panel-fourth.js": "fourth",
    });
    // What was never an exact version is an asset no more.
    expect(account.served).not.toHaveProperty("assets/panel-second.js");
    const releases = Object.keys(account.kv).filter((name) => name.startsWith("release:"));
    expect(releases).toEqual(["release:1.0.0", "release:1.1.0", "release:1.2.0"]);
  });

  test("a failed smoke test puts the version before back, and the files of both stay", async () => {
    const account = new Account(folder);
    await run(account);
    built(folder, "1.0.0", "second");
    const smoke = () => Promise.reject(new Error("The agent did not answer in time"));
    await expect(run(account, {}, { smoke })).rejects.toThrow(/Not deployed. The agent did not answer/);
    expect(account.deployments).toEqual(["version-1", "version-2", "version-1"]);
    expect(said.join("\n")).toContain("The version before is live again");
    expect(account.page("assets/panel-second.js")).toBe("second");
    expect(JSON.parse(account.kv["build:1.0.0-first-of-all"] ?? "")).toMatchObject({ replaced_at: null });
    // The second run heals it.
    await run(account);
    expect(account.served["voice-widget.js"]).toBe("second");
  });

  test("a first deployment that does not work stays, and says so", async () => {
    const account = new Account(folder);
    await expect(run(account, {}, { smoke: () => Promise.reject(new Error("503")) })).rejects.toThrow(/Not deployed/);
    expect(account.deployments).toEqual(["version-1"]);
    expect(said.join("\n")).toContain("no earlier version to go back to");
  });

  test("not signed in: says how, and does nothing", async () => {
    const account = new Account(folder);
    account.signedIn = false;
    await expect(run(account)).rejects.toThrow(/wrangler login/);
    expect(account.calls).toEqual(["whoami --json"]);
  });

  test.each(["secret list", "deployments status"])(
    "if %s fails, an update stops with the reason before anything is done: nothing is taken for missing",
    async (failing) => {
      const account = new Account(folder);
      await run(account);
      const { secrets, calls } = account;
      rmSync(join(folder, ".prod.vars"));
      account.failing = failing;
      account.calls = [];
      await expect(run(account)).rejects.toThrow(/wrangler could not tell (which secrets there are|what is live)/);
      expect(account.secrets).toEqual(secrets);
      expect(existsSync(join(folder, ".prod.vars"))).toBe(false);
      expect(account.calls.length).toBeLessThan(calls.length);
      expect(account.deployments).toEqual(["version-1"]);
    },
  );

  test.each(["d1 create", "kv namespace create", "kv bulk put", "d1 migrations", "deploy ", "kv key put"])(
    "without the right to %s: says which rights it takes, leaves no secret behind, and the second run heals the first",
    async (failing) => {
      const account = new Account(folder);
      account.failing = failing;
      const failed = run(account);
      await expect(failed).rejects.toThrow(DeployError);
      if (!failing.startsWith("kv bulk") && !failing.startsWith("kv key"))
        await expect(failed).rejects.toThrow(/D1: Edit, Workers KV Storage: Edit/);
      for (const left of [".deploy-secrets.json", ".wrangler.deploy.json", ".kv-put.json"])
        expect(existsSync(join(folder, left)), left).toBe(false);
      if (failing !== "kv key put") expect(account.deployments).toEqual([]);
      account.failing = null;
      const { ADMIN_TOKEN } = Object.fromEntries(
        existsSync(join(folder, ".prod.vars"))
          ? readFileSync(join(folder, ".prod.vars"), "utf8")
              .split("\n")
              .map((line) => line.split("="))
          : [],
      ) as { ADMIN_TOKEN?: string };
      await run(account);
      expect(account.served["voice-widget.js"]).toBe("first");
      // What was made and saved in the first run is what is set.
      if (ADMIN_TOKEN) expect(account.secrets?.ADMIN_TOKEN).toBe(ADMIN_TOKEN);
    },
  );

  test("a migration that drops something is refused before anything is done", async () => {
    const account = new Account(folder);
    mkdirSync(join(folder, "worker/storage/migrations"), { recursive: true });
    writeFileSync(join(folder, "worker/storage/migrations/0099_bad.sql"), "DROP TABLE sessions;");
    await expect(run(account)).rejects.toThrow(/0099_bad.sql: it drops something/);
    expect(account.calls).toEqual([]);
  });
});
