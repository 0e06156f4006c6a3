import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build } from "../../../scripts/build/build.ts";
import { EarlierBuilds } from "../../../scripts/deploy/earlier-builds.ts";
import type { TestBrowser } from "../../harness/browser/browser.ts";
import { openBrowser } from "../../harness/browser/shared-browser.ts";
import { listen, Widget } from "../../harness/browser/widget-page.ts";
import { type BundledServer, startBundledServer } from "../../harness/service/bundled-server.ts";
import { makeDemoOrganization } from "../../harness/service/demo-organization.ts";
import { Admin, type DemoSite } from "../../harness/service/operator.ts";
import { type ProxiedWebsite, startProxiedWebsite } from "../../harness/service/proxied-website.ts";

/** A page that was opened on one build and is clicked on after the next, and a call that runs through the deploy between. */

const folder = mkdtempSync(join(tmpdir(), "voice-widget-builds-"));
const [first, second] = [join(folder, "first"), join(folder, "second")];
let server: BundledServer;
let admin: Admin;
let demo: DemoSite;
let site: ProxiedWebsite;
let browser: TestBrowser;

const filesOf = (from: string): string[] =>
  (readdirSync(from, { recursive: true }) as string[]).filter((path) => statSync(join(from, path)).isFile());

/** The names of some files have one character more of it than those of others. */
const HASHED = /-([\w-]{7,8})(?=\.(?:js|css)$|\/)/;
const TEXT = new Set([".js", ".css", ".html", ".json"]);

/** The same build, in which nothing that is named by its content has the name that it had. */
function buildAnew(from: string, to: string): void {
  const paths = filesOf(from);
  const hashes = new Set(paths.flatMap((path) => (/assets\//.test(path) ? (HASHED.exec(path)?.[1] ?? []) : [])));
  // As long as they were, and nobody else's.
  const names = new Map([...hashes].map((hash, index) => [hash, `N${String(index).padStart(hash.length - 1, "0")}`]));
  const renamed = (text: string) => {
    let out = text;
    for (const [hash, name] of names) out = out.replaceAll(`-${hash}`, `-${name}`);
    return out;
  };
  for (const path of paths) {
    const target = join(to, renamed(path));
    mkdirSync(dirname(target), { recursive: true });
    const text = TEXT.has(extname(path));
    writeFileSync(target, text ? renamed(readFileSync(join(from, path), "utf8")) : readFileSync(join(from, path)));
  }
}

/** Keeps a build's files as `npm run deploy` does; wrangler's part is the running service's namespace. */
async function keepFiles(built: string): Promise<string[]> {
  const stored: { key: string; value: string; base64?: boolean }[] = [];
  const wrangler = (args: string[]) => {
    if (args[1] === "bulk" && args[2] === "put") stored.push(...JSON.parse(readFileSync(args[3] ?? "", "utf8")));
    return { ok: true, stdout: args.includes("list") ? "[]" : "{}" };
  };
  new EarlierBuilds(wrangler, "namespace", folder).keep(built, "first", Date.now());
  for (const { key, value, base64 } of stored) await server.keep(key, Buffer.from(value, base64 ? "base64" : "utf8"));
  return stored.map(({ key }) => key);
}

beforeAll(async () => {
  const { report } = await build();
  for (const path of Object.keys(report.files))
    cpSync(join(import.meta.dirname, "../../../dist/public", path), join(first, path), { recursive: true });
  buildAnew(first, second);
  server = await startBundledServer({}, { assets: first });
  admin = new Admin(server.origin);
  demo = await makeDemoOrganization(admin);
  site = await startProxiedWebsite(server.origin);
  site.put(
    "/",
    `<!doctype html><html lang="en"><title>A shop</title><h1>A shop</h1>
     <script type="module" src="/voice-widget.js"></script><voice-widget api-key="${demo.api_key}"></voice-widget>`,
  );
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("a page of the build before works after the deploy, and a call that runs goes on through it", async () => {
  const waiting = new Widget(await browser.visit(site.origin));
  await waiting.part("launcher").waitFor();
  const talking = new Widget(await browser.visit(site.origin));
  await talking.startCall();
  await talking.reaches("listening");
  const session = await talking.sessionId();

  const stored = await keepFiles(first);
  expect(stored.filter((name) => /panel|voice-/.test(name)).length).toBeGreaterThanOrEqual(2);
  await server.deploy(second);

  // What was never loaded before comes from the build that this page was opened on.
  const heard = listen(waiting.page);
  const asked = new Map<string, number>();
  waiting.page.on("response", (response) => asked.set(new URL(response.url()).pathname, response.status()));
  await waiting.startCall();
  await waiting.reaches("listening", "speaking");
  const chunks = () => [...asked].filter(([path]) => path.startsWith("/assets/"));
  await expect
    .poll(() => chunks().map(([path]) => path.replace(/-[\w-]{7,8}\.js$/, "")))
    .toEqual(expect.arrayContaining(["/assets/panel", "/assets/voice"]));
  for (const [path, status] of chunks()) {
    expect(path).not.toMatch(/-N\d{6,7}/);
    expect(status, path).toBe(200);
  }
  expect(heard.faults).toEqual([]);

  // The call was cut with the runtime, as Cloudflare cuts it; the widget has taken it up again.
  await talking.reaches("listening");
  const answers = async () =>
    (await talking.messages()).filter(({ role, final, text }) => role === "agent" && final && text !== "").length;
  const before = await answers();
  await talking.page.evaluate(() => document.querySelector("voice-widget")?.sendText("Are you still there?"));
  await talking.hears("user", "still there");
  await expect.poll(answers).toBeGreaterThan(before);
  expect(await talking.sessionId()).toBe(session);
  for (const widget of [talking, waiting]) {
    await widget.page.evaluate(() => document.querySelector("voice-widget")?.end());
    await widget.reaches("ended");
  }
  await expect.poll(async () => (await admin.organization(demo.organization_id)).lines.in_use).toBe(0);
  const charges = (await admin.ledger(demo.organization_id)).filter(({ kind }) => kind === "charge");
  expect(charges.map(({ session_id }) => session_id).filter((id) => id === session)).toHaveLength(1);
  expect(charges).toHaveLength(2);

  // Who comes now has the new build.
  const next = new Widget(await browser.visit(site.origin));
  const loaded: string[] = [];
  next.page.on("response", (response) => loaded.push(new URL(response.url()).pathname));
  await next.startCall();
  await next.reaches("listening", "speaking");
  await expect.poll(() => loaded.filter((path) => /^\/assets\/panel-N\d{6,7}\.js$/.test(path))).toHaveLength(1);
});
