import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { expectGoodScreen, goTo, openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";

let page: Page;

startDemo();
beforeEach(async () => {
  page = await (await browser.context()).newPage();
});

const rail = () => page.getByRole("navigation", { name: "Console" });
const palette = () => page.getByRole("dialog", { name: "Go to a screen or do something" });
const focused = () =>
  page.evaluate(() => `${document.activeElement?.localName} ${document.activeElement?.textContent}`);
const open = (tab: string) => openConsole(page, server.origin, `#/projects/${demo.project_id}/${tab}`);

test("the rail leads to each screen, says which one it is, and the heading has the focus and names the document", async () => {
  await open("home");
  const site = "Harbour Coffee Roasters";
  await page.getByRole("heading", { name: site, level: 1 }).waitFor();
  await expect.poll(() => page.title()).toBe(`Home · ${site} · Voice Widget console`);
  for (const screen of [
    ...["Inbox", "Conversations", "Contacts", "Analytics", "Agents", "Knowledge", "Look"],
    ...["Install", "Hours", "Webhooks", "Settings"],
  ]) {
    await goTo(page, screen);
    await page.getByRole("heading", { name: screen, level: 1, exact: true }).waitFor();
    await expect.poll(focused).toMatch(new RegExp(`^h1 ${screen}$`));
    await expect.poll(() => page.title()).toBe(`${screen} · ${site} · Voice Widget console`);
    expect(await rail().locator("[aria-current=page]").allInnerTexts()).toEqual([screen]);
  }
  await rail().getByText("Signed in as operator").waitFor();
});

test("a link is followed though the inbox is drawn again between the click and its event", async () => {
  await open("inbox");
  await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
  await page.evaluate((hash) => {
    location.hash = hash;
    document.querySelector<HTMLElement & { requestUpdate(): void }>("vc-inbox")?.requestUpdate();
  }, `#/projects/${demo.project_id}/sessions`);
  await page.getByRole("heading", { name: "Conversations", level: 1 }).waitFor();
});

test("Ctrl K finds screens, sites and what is done most often, by the keyboard alone", async () => {
  const { id } = await admin.call<{ id: number }>("POST", "/projects", {
    org_id: demo.organization_id,
    name: `Zürich Branch ${demo.project_id}`,
  });
  await open("agents");
  await page.getByRole("heading", { name: "Agents", level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await palette().waitFor();
  await expectGoodScreen(page, "palette");
  // Opened again before the browser has told that it was closed: no key is lost.
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>("dialog.palette")?.close();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
  });
  await palette().waitFor();
  await page.keyboard.press("Escape");
  await palette().waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("hou");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Hours", level: 1 }).waitFor();

  await page.keyboard.press("Control+k");
  await page.keyboard.type(`zürich branch ${demo.project_id}`);
  await palette()
    .getByRole("option", { name: `Zürich Branch ${demo.project_id}` })
    .waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: `Zürich Branch ${demo.project_id}` }).waitFor();
  expect(new URL(page.url()).hash).toBe(`#/projects/${id}/home`);

  await page.keyboard.press("Control+k");
  await page.keyboard.type("nothing has such a name");
  await palette().getByText("Nothing is called so").waitFor();
  await page.keyboard.press("Escape");
  await palette().waitFor({ state: "detached" });

  // What is done is done once: the address keeps nothing of it.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("add source");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("heading", { name: "Add a source" }).waitFor();
  expect(new URL(page.url()).hash).toBe(`#/projects/${id}/knowledge`);
  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByRole("heading", { name: "Sources" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);

  await rail()
    .getByRole("button", { name: /go to another site/ })
    .click();
  await page.keyboard.type("demo");
  await page
    .getByRole("option", { name: /Organization/ })
    .first()
    .waitFor();
});

test("a test call is begun from any screen", async () => {
  await open("agents");
  await page.getByRole("heading", { name: "Agents", level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("test call");
  await page.getByRole("option", { name: /Make a test call/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: /^Test call with/ }).waitFor();
});

test("on a phone the rail is a drawer: opened by its button, closed by Escape and by going somewhere", async () => {
  await open("agents");
  await page.getByRole("heading", { name: "Agents", level: 1 }).waitFor();
  await page.setViewportSize({ width: 390, height: 780 });
  await rail().waitFor({ state: "hidden" });
  // Also of a screen that is shorter than the window.
  const heading = await page.getByRole("heading", { name: "Agents", level: 1 }).boundingBox();
  expect(heading?.y).toBeLessThan(120);
  const menu = page.getByRole("button", { name: "Menu" });
  await menu.focus();
  await page.keyboard.press("Enter");
  await rail().waitFor();
  await page.keyboard.press("Escape");
  await rail().waitFor({ state: "hidden" });
  await expect.poll(() => menu.evaluate((one) => one === document.activeElement)).toBe(true);
  await menu.click();
  await rail().waitFor();
  await expectGoodScreen(page, "drawer");
  await page.setViewportSize({ width: 390, height: 780 });
  await rail().getByRole("link", { name: "Knowledge" }).click();
  await rail().waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "Knowledge", level: 1 }).waitFor();
});

test("no screen is wider than its window, from 360 to 1600 px", async () => {
  await open("home");
  for (const tab of ["home", "sessions", "agents", "look", "channels", "rules", "webhooks", "analytics", "inbox"]) {
    await page.goto(`${server.origin}/console/#/projects/${demo.project_id}/${tab}`);
    await page.locator("main h1").waitFor();
    await page.waitForFunction(() => document.querySelector(".loading") === null);
    for (const width of [360, 768, 961, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, `${tab} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test("addresses of before lead where they led", async () => {
  await open("yesterday");
  await page.getByRole("heading", { name: /^Yesterday, / }).waitFor();
  for (const [hash, heading] of [
    ["sessions?reason=failed", "Conversations"],
    ["channels", "Install"],
    ["morning", "Harbour Coffee Roasters"],
    ["", "Harbour Coffee Roasters"],
  ]) {
    await page.goto(`${server.origin}/console/#/projects/${demo.project_id}/${hash}`);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  }
});

test("the Enter that ends a word of an input method leaves the palette open, also as WebKit sends it", async () => {
  await open("agents");
  await page.getByRole("heading", { name: "Agents", level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("hou");
  await palette().getByRole("option", { name: /Hours/ }).first().waitFor();
  await page.evaluate(() => {
    const enter = { key: "Enter", keyCode: 229, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", enter));
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await palette().isVisible()).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Hours", level: 1 }).waitFor();
});
