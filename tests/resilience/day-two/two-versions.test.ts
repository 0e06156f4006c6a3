import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bundleWorker } from "../../harness/service/bundle.ts";
import { allMigrations } from "../../harness/service/migrations.ts";
import { Admin } from "../../harness/service/operator.ts";
import { ADMIN_TOKEN, KEY_SECRET } from "../../harness/service/secrets.ts";
import { bundleNoop } from "../../harness/service/workerd/bundle-noop.ts";
import { migrateStorage, type Prepared, prepare } from "../../harness/service/workerd/prepare.ts";
import { type Running, startWorkerd } from "../../harness/service/workerd/workerd.ts";

/**
 * The version before, really run: on the tables that today's version brings, and again after today's version has run, as
 * `npm run rollback` leaves it. PREVIOUS_RELEASE=… takes another commit or tag.
 */
const PREVIOUS = process.env.PREVIOUS_RELEASE || "47bd230";

const root = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "voice-widget-versions-"));
const versions: Record<string, Prepared> = {};
let running: Running | undefined;

/** Whether the repository is here with its history. */
function hasPrevious(): boolean {
  try {
    execFileSync("git", ["cat-file", "-e", `${PREVIOUS}^{commit}`], { cwd: root, stdio: "ignore" });
    return true;
  } catch {
    console.warn(`skipped: the history has no ${PREVIOUS}; fetch it (git fetch --unshallow), or set PREVIOUS_RELEASE`);
    return false;
  }
}

function checkOut(to: string): void {
  mkdirSync(to);
  const archive = execFileSync("git", ["archive", PREVIOUS, "worker", "shared", "package.json", "wrangler.toml"], {
    cwd: root,
    maxBuffer: 1 << 28,
  });
  execFileSync("tar", ["-x", "-C", to], { input: archive });
  symlinkSync(join(root, "node_modules"), join(to, "node_modules"));
}

async function run(version: "previous" | "today"): Promise<void> {
  await running?.kill();
  running = await startWorkerd(versions[version] as Prepared, null);
}

afterAll(async () => {
  await running?.kill();
  rmSync(folder, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: answers of two versions.
type Json = any;

async function ask(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Json> {
  const response = await fetch(`${running?.url}${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${init.method} ${path}: ${response.status} ${text}`);
  return text ? JSON.parse(text) : undefined;
}
const json = (method: string, headers: Record<string, string>, body?: object) => ({
  method,
  headers: { "content-type": "application/json", ...headers },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});
const admin = (method: string, path: string, body?: object) =>
  new Admin((running as Running).url).call<Json>(method, path, body);
const widget = (key: string, method: string, path: string, body?: object) =>
  ask(`/widget/v1${path}`, json(method, { "x-api-key": key }, body));

interface Site {
  org: number;
  project: number;
  agent: number;
  key: string;
  keyId: number;
}
/** What an operator does from nothing to a snippet. */
async function makeSite(name: string): Promise<Site> {
  const { id: org } = await admin("POST", "/organizations", { name, subscription: "active", voice_lines: 20 });
  await admin("POST", `/organizations/${org}/credits`, { amount: 100_000 });
  const { id: project } = await admin("POST", "/projects", { org_id: org, name });
  const { id: agent } = await admin("POST", "/agents", { project_id: project, name: "Ava", provider: "provider_a" });
  const { key, key_id: keyId } = await admin("POST", `/projects/${project}/channels`, { name, agent_id: agent });
  return { org, project, agent, key, keyId };
}

const start = async ({ key, agent }: Site): Promise<string> =>
  (await widget(key, "POST", "/session", { agent_id: agent })).session_id;
const report = ({ key }: Site, session: string, ...types: string[]) =>
  widget(key, "POST", `/session/${session}/events`, { events: types.map((type) => ({ type })) });

/** Everything that a visitor and an operator do in a day, on what either version left. */
async function aDay(site: Site, name: string): Promise<void> {
  expect((await widget(site.key, "GET", "/config")).agents.map(({ id }: { id: number }) => id)).toContain(site.agent);
  await widget(site.key, "POST", "/analytics", { events: [{ name: "open" }] });
  const session = await start(site);
  await report(site, session, "connected", "heartbeat");
  await widget(site.key, "POST", `/session/${session}/events`, {
    events: [{ type: "user_transcript", text: `Hello from ${name}` }],
  });
  await report(site, session, "ended");
  const shown = await admin("GET", `/sessions/${session}`);
  expect(shown).toMatchObject({ id: session });

  await admin("PATCH", `/agents/${site.agent}`, { instructions: `Be ${name}.` });
  await admin("PATCH", `/projects/${site.project}`, { widget_config: { features: { mute: name.length % 2 === 0 } } });
  const { key, id } = await admin("POST", `/projects/${site.project}/keys`, { name });
  await widget(key, "GET", "/config");
  await admin("DELETE", `/keys/${id}`);
  await expect(widget(key, "GET", "/config")).rejects.toThrow(/401/);
  for (const path of ["/organizations", "/projects", "/agents", `/projects/${site.project}/sessions`, "/audit"])
    expect((await admin("GET", path)).items.length, path).toBeGreaterThan(0);
  const other = await makeSite(name);
  await report(other, await start(other), "connected", "ended");
}

async function sumsAreExact({ org }: Site): Promise<number> {
  const { credit } = await admin("GET", `/organizations/${org}`);
  const { items } = await admin("GET", `/organizations/${org}/ledger?limit=100`);
  const amounts = items.map(({ amount }: { amount: number }) => amount);
  expect(amounts.reduce((sum: number, amount: number) => sum + amount, 0)).toBe(credit.balance);
  const sessions = items.flatMap(({ session_id }: { session_id: string | null }) => session_id ?? []);
  expect(new Set(sessions).size).toBe(sessions.length);
  return credit.balance;
}

const lines = async ({ org }: Site): Promise<number> => (await admin("GET", `/organizations/${org}`)).lines.in_use;

test.skipIf(!hasPrevious())(
  `${PREVIOUS} on today's tables, today's version on what it left, and back: calls go on, keys hold, sums are exact`,
  async () => {
    checkOut(join(folder, "source"));
    const storage = join(folder, "storage");
    const noop = await bundleNoop(join(folder, "noop"));
    const vars = { ADMIN_TOKEN, KEY_SECRET, ENVIRONMENT: "development", VISITOR_MINUTE_LIMIT: "0" };
    const make = async (name: string, source: string, migrations: string[]) => {
      const bundle = await bundleWorker(join(folder, name), {}, source);
      versions[name] = await prepare({ folder: join(folder, name), bundle, noop, vars, storage, migrations });
    };
    const first = globSync("worker/storage/migrations/*.sql", { cwd: join(folder, "source") }).sort();
    await make(
      "previous",
      join(folder, "source"),
      first.map((file) => join(folder, "source", file)),
    );
    // Before anything is stored: it starts the code, and must not wake an object on tables that no deployment has.
    await make("today", root, []);

    await run("previous");
    const site = await makeSite("Harbour");
    await aDay(site, "the version before");
    const long = await start(site);
    await report(site, long, "connected");
    await running?.kill();

    // What `npm run deploy` does first: tables, while the code before goes on.
    const applied = new Set(first.map((file) => basename(file)));
    const missing = allMigrations().filter((file) => !applied.has(basename(file)));
    await migrateStorage(storage, missing);
    await run("previous");
    await report(site, long, "heartbeat");
    await aDay(site, "the version before, on the tables of today");
    await sumsAreExact(site);

    await run("today");
    expect((await report(site, long, "heartbeat")).session.status).toBe("active");
    await aDay(site, "today");
    const young = await start(site);
    await report(site, young, "connected");
    const hook = { url: "http://127.0.0.1:9/hook", events: ["session.ended"] };
    await admin("POST", `/projects/${site.project}/webhooks`, hook);
    await admin("POST", `/projects/${site.project}/sources`, { kind: "text", text: "We open at nine." });
    const balance = await sumsAreExact(site);

    // Rolled back: the code before finds tables, objects and calls of today's.
    await run("previous");
    expect(await sumsAreExact(site)).toBe(balance);
    for (const session of [long, young]) await report(site, session, "heartbeat");
    await report(site, long, "ended");
    await aDay(site, "the version before, again");
    await sumsAreExact(site);

    await run("today");
    await report(site, young, "ended");
    expect(await lines(site)).toBe(0);
    await aDay(site, "today, again");
    await sumsAreExact(site);
    // Every charge reaches the database whichever version made it.
    await expect
      .poll(async () => (await admin("GET", "/status")).outbox.waiting, { timeout: 60_000, interval: 500 })
      .toBe(0);
    for (const session of [long, young])
      expect(await admin("GET", `/sessions/${session}`)).toMatchObject({ end_reason: "completed" });
  },
);
