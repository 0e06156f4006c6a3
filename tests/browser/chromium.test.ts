import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { findChrome } from "../../scripts/test/chrome.ts";
import { launchChromium } from "../harness/browser/chromium.ts";

/** The features that a Chromium was told to turn off; it listens to the last list. */
async function turnedOff(open: ReturnType<typeof launchChromium>): Promise<string[]> {
  const browser = await open;
  const page = await browser.newPage();
  await page.goto("chrome://version");
  const command = (await page.locator("#command_line").textContent()) ?? "";
  await browser.close();
  const lists = [...command.matchAll(/--disable-features=(\S+)/g)].map(([, list]) => list?.split(","));
  return lists.at(-1) ?? [];
}

test("the browser of the tests has off what Playwright turns off", async () => {
  const executablePath = await findChrome();
  const byPlaywright = await turnedOff(chromium.launch({ executablePath, args: ["--no-sandbox"] }));
  expect(byPlaywright).toContain("PaintHolding");
  expect(await turnedOff(launchChromium())).toEqual(expect.arrayContaining(byPlaywright));
});
