import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { expectGoodScreen } from "../../harness/browser/console-page.ts";
import { browser, server, startDemo } from "../../harness/browser/demo-site.ts";

let page: Page;

startDemo();
beforeEach(async () => {
  page = await (await browser.context()).newPage();
});

const field = () => page.getByRole("searchbox", { name: "Search all guides" });
const results = () => page.getByRole("region", { name: "Found in the guides" });
const links = () => results().getByRole("link");
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");

test("all guides are searched by keyboard; a result names heading and guide, and leads to the heading", async () => {
  await page.goto(`${server.origin}/guides/webhooks`);
  await page.keyboard.press("/");
  await page.keyboard.type("opening hours");
  await expect.poll(() => links().first().innerText()).toMatch(/^Opening hours\s+.*hours/);
  await results()
    .getByText(/^(The best 30 of )?\d+ places$/)
    .waitFor();
  expect(await page.getByRole("heading", { name: "Webhooks" }).isVisible()).toBe(false);
  await expectGoodScreen(page, "guides, with what was found");

  // The address has the words.
  await page.reload();
  await links().first().waitFor();
  expect(await field().inputValue()).toBe("opening hours");
  await field().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toBe(await links().first().textContent());
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect.poll(focused).toBe(await links().first().textContent());
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/guides/contacts-and-hours" && url.hash === "#opening-hours");
  await page.getByRole("heading", { name: "Opening hours" }).first().waitFor();
  await page.goBack({ waitUntil: "commit" });
  await links().first().waitFor();
  expect(await field().inputValue()).toBe("opening hours");
});

test("words of one section are found in any case and with any accent; nothing found is said in words, and Escape clears", async () => {
  await page.goto(`${server.origin}/guides/`);
  await field().fill("LOOK áfter PREVIEW zzz");
  await results().getByText("No guide has all of these words: LOOK áfter PREVIEW zzz").waitFor();
  expect(await links().count()).toBe(0);
  await expectGoodScreen(page, "guides, nothing found");
  await field().fill("SCRÍPTED answers");
  await links().filter({ hasText: "Look" }).filter({ hasText: "The console" }).waitFor();
  await results().locator("mark", { hasText: "scripted" }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Get started" }).waitFor();
  expect(await links().count()).toBe(0);
  expect(new URL(page.url()).search).toBe("");
});

test("a result in the guide that is open leads to its heading", async () => {
  await page.goto(`${server.origin}/guides/console?q=scripted`);
  await links().filter({ hasText: "Look" }).filter({ hasText: "The console" }).click();
  await page.waitForURL((url) => url.pathname === "/guides/console" && url.hash === "#look");
  await page.getByRole("heading", { name: "Look", exact: true }).waitFor();
  expect(await field().inputValue()).toBe("");
});

test("a search that does not load says so, and loads with the next letter", async () => {
  await page.route("**/guides/search.json", (route) => route.abort());
  await page.goto(`${server.origin}/guides/`);
  await field().fill("webhoo");
  await results().getByText("The search did not load. Change a letter to try again.").waitFor();
  await page.unroute("**/guides/search.json");
  await field().press("k");
  await links().first().waitFor();
});
