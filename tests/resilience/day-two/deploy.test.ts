import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CloudflareStandIn } from "./cloudflare.ts";

/** The real wrangler, against Cloudflare's API on loopback. */

const root = join(import.meta.dirname, "../../..");
const cloudflare = new CloudflareStandIn();
let folder: string;

beforeAll(async () => {
  await cloudflare.start();
  folder = mkdtempSync(join(tmpdir(), "voice-widget-deploy-"));
  for (const name of ["worker", "shared", "package.json", "tsconfig.json", "tsconfig.base.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  // What is built is the test's own.
  const toml = readFileSync(join(root, "wrangler.toml"), "utf8").replace(/^\[build\]\n(?:.+\n)*/m, "");
  writeFileSync(join(folder, "wrangler.toml"), toml);
  build("first");
});
afterAll(() => {
  cloudflare.stop();
  rmSync(folder, { recursive: true, force: true });
});

function build(content: string): void {
  const dist = join(folder, "dist");
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, "public/assets"), { recursive: true });
  writeFileSync(join(dist, "build.json"), JSON.stringify({ version: "0.1.0", inputs: `${content}-of-all-inputs` }));
  for (const file of ["voice-widget.js", "voice-widget-0.1.0.js", `assets/panel-${content}.js`])
    writeFileSync(join(dist, "public", file), `export default "${content}";`);
}

function run(command: "deploy" | "rollback", smoke = "works"): Promise<{ code: number; said: string }> {
  const { CI: _, ...rest } = process.env;
  const env = {
    ...rest,
    ...cloudflare.environment,
    WRANGLER_LOG_PATH: join(folder, "logs"),
    WRANGLER_CACHE_DIR: join(folder, "cache"),
    XDG_CONFIG_HOME: join(folder, "config"),
  };
  const script = join(import.meta.dirname, "run-deploy.ts");
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [script, command, folder, smoke],
      { env, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
    child.stdin?.end();
  });
}

const storedNames = () => [...([...cloudflare.namespaces.values()][0]?.values.keys() ?? [])];

test("if the network breaks midway, nothing is deployed; the second run continues", async () => {
  cloudflare.failing = { fits: /^PUT \/workers\/scripts|^POST \/workers\/scripts\/[^/]+\/versions/, with: "cut" };
  const broken = await run("deploy");
  cloudflare.failing = null;
  expect(broken.code).toBe(1);
  expect(broken.said).toContain("The code was not deployed: what ran before runs on.");
  expect(broken.said).not.toMatch(/\n\s+at .*scripts\/deploy/);
  expect(cloudflare.deployments).toEqual([]);
  for (const left of [".deploy-secrets.json", ".wrangler.deploy.json"])
    expect(existsSync(join(folder, left))).toBe(false);

  const { code, said } = await run("deploy");
  expect(said).toContain("It works: tried.");
  expect(code).toBe(0);
  expect(cloudflare.deployments).toHaveLength(1);
  // One database, with all migrations in it; one namespace; the secrets of the first run.
  expect([cloudflare.databases.size, cloudflare.namespaces.size]).toEqual([1, 1]);
  const [database] = [...cloudflare.databases.values()];
  expect(database?.sql.prepare("SELECT COUNT(*) AS n FROM restores").get()).toEqual({ n: 0 });
  expect(readFileSync(join(folder, ".prod.vars"), "utf8")).toContain(
    `ADMIN_TOKEN=${cloudflare.secrets.get("ADMIN_TOKEN")}`,
  );
  expect([...cloudflare.secrets.keys()].sort()).toEqual(["ADMIN_TOKEN", "KEY_SECRET"]);
  expect(Object.keys(cloudflare.live?.assets ?? {})).toContain("/assets/panel-first.js");
});

test("a smoke test that fails brings the version before back by itself", async () => {
  const before = cloudflare.live?.id;
  build("second");
  const { code, said } = await run("deploy", "fails");
  expect(said).toContain("It does not work: The agent did not answer");
  expect(said).toContain("The version before is live again");
  expect(code).toBe(1);
  expect(cloudflare.live?.id).toBe(before);
  expect(Object.keys(cloudflare.live?.assets ?? {})).toContain("/assets/panel-first.js");
});

test("a rollback by hand never goes to a version that failed, but to the one before: files of all builds stay", async () => {
  const first = cloudflare.live?.id;
  const refused = await run("rollback");
  expect(refused.said).toContain(`No version is known that was live before ${first}`);
  expect(refused.code).toBe(1);
  build("third");
  expect((await run("deploy")).code).toBe(0);
  expect(cloudflare.live?.id).not.toBe(first);
  const all = ["first", "second", "third"].map((content) => `file:/assets/panel-${content}.js`);
  expect(storedNames()).toEqual(expect.arrayContaining(all));
  const back = await run("rollback");
  expect(back.said).toContain(`This will put version ${first}`);
  expect(back.code).toBe(0);
  expect(cloudflare.live?.id).toBe(first);
  expect(storedNames()).toEqual(expect.arrayContaining(all));
});

test("a token without the rights is refused with those it needs, before anything is done", async () => {
  cloudflare.failing = { fits: /^GET \/d1\//, with: { status: 403, code: 10000, message: "Authentication error" } };
  const { length } = cloudflare.deployments;
  const { code, said } = await run("deploy");
  cloudflare.failing = null;
  expect(said).toContain("wrangler could not tell which databases there are");
  expect(said).toContain("D1: Edit");
  expect(code).toBe(1);
  expect(cloudflare.deployments).toHaveLength(length);
});
