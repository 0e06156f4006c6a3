import { type Browser, chromium } from "playwright-core";
import { expect, test } from "vitest";
import type { TestProject } from "vitest/node";
import { findChrome } from "../../scripts/test/chrome.ts";
import { launchChromium } from "../harness/browser/chromium.ts";
import shareProcesses from "../harness/shared/processes.ts";

/** The features that a Chromium was told to turn off: it takes the last list. */
async function turnedOff(browser: Browser): Promise<string[]> {
  try {
    const page = await browser.newPage();
    await page.goto("chrome://version");
    const command = (await page.locator("#command_line").textContent()) ?? "";
    return [...command.matchAll(/--disable-features=(\S+)/g)].at(-1)?.[1]?.split(",") ?? [];
  } finally {
    await browser.close();
  }
}

test("the Chromium of the tests has the features off that Playwright turns off", async () => {
  const executablePath = await findChrome();
  const byPlaywright = await turnedOff(await chromium.launch({ executablePath, args: ["--no-sandbox"] }));
  expect(byPlaywright).toContain("PaintHolding");
  expect(await turnedOff(await launchChromium())).toEqual(expect.arrayContaining(byPlaywright));
});

test("a shared browser that has ended is replaced for who asks next", async () => {
  let lender = "";
  const project = { provide: (_: string, address: string) => (lender = address) } as unknown as TestProject;
  const end = await shareProcesses(project);
  const borrow = async () => (await fetch(`${lender}/chromium`)).text();
  try {
    const first = await borrow();
    expect(await borrow()).toBe(first);
    const browser = await chromium.connect(first);
    const gone = new Promise((done) => browser.once("disconnected", done));
    const inspector = await browser.newBrowserCDPSession();
    inspector.send("Browser.crash").catch(() => {});
    await gone;
    await expect.poll(borrow).not.toBe(first);
    const next = await chromium.connect(await borrow());
    expect(next.isConnected()).toBe(true);
    await next.close();
  } finally {
    await end();
  }
});
