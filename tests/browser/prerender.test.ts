import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findChrome } from "../../scripts/test/chrome.ts";
import { inFirefox } from "../harness/browser/browser.ts";
import { browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { type ProxiedWebsite, startProxiedWebsite } from "../harness/service/proxied-website.ts";

/**
 * A page that the browser prepares before anybody comes to it: nothing but the snippet's own script is asked for. A browser
 * with a driver prepares none (PrerenderingDisabledByDevTools), so this one has none: the pages themselves go on and tell.
 */

let site: ProxiedWebsite;
let chrome: ChildProcess | null = null;
let folder: string | null = null;

startDemo({ allowMicrophone: false });
beforeEach(async () => {
  site = await startProxiedWebsite(server.origin);
});
afterEach(async () => {
  if (chrome && chrome.exitCode === null) {
    const ended = new Promise((done) => chrome?.once("exit", done));
    chrome.kill();
    await ended;
  }
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  chrome = folder = null;
  await site?.close();
});

async function visitWithoutDriver(url: string): Promise<void> {
  const executable = await findChrome();
  if (!executable) throw new Error("no Chrome or Chromium found: run `npm test` once, or set CHROME_PATH");
  folder = mkdtempSync(join(tmpdir(), "voice-widget-prerender-"));
  const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const flags = ["--headless=new", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", ...root];
  chrome = spawn(executable, [...flags, `--user-data-dir=${folder}`, url], { stdio: "ignore" });
}

const SCRIPT = "/voice-widget.js";
const times = (path: string) => site.asked.filter((one) => one === path).length;

/** The element of the page, and the script that places it; both want the panel at once. */
const FORMS = [
  `<script type="module" src="${SCRIPT}"></script><voice-widget api-key="KEY" preload="eager"></voice-widget>`,
  `<script src="${SCRIPT}" data-api-key="KEY" data-preload="eager"></script>`,
];

// Of three engines only Chromium prerenders.
test.skipIf(inFirefox).each(FORMS)("asks for nothing more until the visitor comes: %s", async (form) => {
  site.put(
    "/",
    `<!doctype html><title>A site</title>
<script type="speculationrules">{"prerender": [{"source": "list", "urls": ["/next"], "eagerness": "immediate"}]}</script>
<script>
  setInterval(async () => (await fetch("/come")).status === 200 && location.assign("/next"), 100);
</script>`,
  );
  site.put(
    "/next",
    `<!doctype html><title>Next</title><body>${form.replace("KEY", demo.api_key)}
<script>
  const prepared = document.prerendering;
  // Behind the script, and behind what it would begin with: a request, and the panel's code.
  addEventListener("load", async () => {
    await fetch(prepared ? "/assets/prepared" : "/assets/not-prepared");
    await fetch("/assets/waited");
  });
</script>`,
  );
  await visitWithoutDriver(site.origin);
  await expect.poll(() => times("/assets/waited"), { timeout: 60_000 }).toBe(1);
  expect(site.asked.toSorted()).toEqual(["/assets/prepared", "/assets/waited", SCRIPT]);
  site.put("/come", "come");
  // Then as on any page.
  await expect.poll(() => times("/widget/v1/config"), { timeout: 60_000 }).toBe(1);
  await expect.poll(() => site.asked.some((path) => /assets\/panel-/.test(path)), { timeout: 60_000 }).toBe(true);
  expect(times(SCRIPT)).toBe(1);
});

test("a widget begins at once where a browser knows nothing of prerendering", async () => {
  site.put("/", `<!doctype html><title>A site</title><body>${FORMS[0]?.replace("KEY", demo.api_key)}`);
  const page = await (await browser.context()).newPage();
  await page.addInitScript(() => {
    delete (Document.prototype as { prerendering?: unknown }).prerendering;
  });
  await page.goto(site.origin);
  await new Widget(page).part("launcher").waitFor();
});
