import { type Browser, chromium } from "playwright-core";
import { expect, test } from "vitest";
import { findChrome } from "../../scripts/test/chrome.ts";
import { launchChromium } from "../harness/browser/chromium.ts";

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
