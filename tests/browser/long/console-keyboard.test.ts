import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";

/** The console without a pointer: the keyboard keeps its place, and its place can be seen. */

let page: Page;

startDemo();
beforeEach(async () => {
  page = await (await browser.context()).newPage();
});

const open = (tab: string) => openConsole(page, server.origin, `#/projects/${demo.project_id}/${tab}`);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const focused = () =>
  page.evaluate(() => `${document.activeElement?.localName} ${document.activeElement?.textContent?.trim()}`);

test.each([
  ["sessions", "sessions?*", "button Refresh"],
  ["agents", "agents?*", "a New agent"],
  ["contacts", "contacts?*", "button Download CSV"],
  ["home", "webhooks?*", "a ‹"],
])("trying again on %s leaves the keyboard beside what was tried", async (tab, call, beside) => {
  let gone = true;
  await page.route(`**/admin/v1/**/${call}`, (route) => (gone ? route.abort("connectionreset") : route.continue()));
  await page.route(`**/admin/v1/${call}`, (route) => (gone ? route.abort("connectionreset") : route.continue()));
  await open(tab);
  const again = button("Try again").first();
  await again.focus();
  gone = false;
  await page.keyboard.press("Enter");
  await again.waitFor({ state: "detached" });
  expect(await focused()).toBe(beside);
});

test("a site is made by keyboard, and its snippet is what Enter copies", async () => {
  await openConsole(page, server.origin, "#/new-site");
  await page.getByRole("heading", { name: "New site" }).waitFor();
  await page.getByLabel("Name", { exact: true }).focus();
  await page.keyboard.type("Keyboard shop");
  await page.getByLabel("Domain", { exact: true }).focus();
  await page.keyboard.type("shop.example");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await expect.poll(focused).toBe("button Copy snippet");
});

test("a button of the look that has no more to do keeps the keyboard", async () => {
  await open("look");
  const accent = page.locator("#look-designTokens-accent");
  await accent.fill("#0a7a44");
  await button("Undo").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Nothing to save").waitFor();
  expect(await focused()).toBe("button Undo");
  await button("Redo").focus();
  await page.keyboard.press("Enter");
  await page.getByText("1 unsaved change").waitFor();
  expect(await focused()).toBe("button Redo");
  await button("Save look").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Look saved.").waitFor();
  await expect.poll(focused).toBe("button Save look");
});

test("a secret that is shown once leaves the keyboard where it was made", async () => {
  await open("webhooks");
  await page.context().grantPermissions(["clipboard-write"]);
  await page.getByLabel("Address").fill("https://hooks.example/once");
  await button("Create webhook").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await expect.poll(focused).toBe("button Copy secret");
  await page.keyboard.press("Enter");
  await button("Done").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(focused).toBe("button Create webhook");
});

test("deleting the last row leaves the keyboard in the row before", async () => {
  for (const name of ["one", "two"])
    await admin.call("POST", `/projects/${demo.project_id}/webhooks`, {
      url: `https://hooks.example/${name}`,
      events: ["session.ended"],
    });
  await open("webhooks");
  const remove = page.getByRole("button", { name: /^Delete/ });
  await remove.nth(1).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("alertdialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  expect(await remove.nth(1).evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => remove.count()).toBe(1);
  expect(await remove.evaluate((one) => one === document.activeElement)).toBe(true);
});

test("more of a list is asked for once, and the keyboard stays at the end of what was there", async () => {
  let asked = 0;
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/admin/v1/projects/*/contacts?*", async (route) => {
    const more = new URL(route.request().url()).searchParams.get("cursor") === "more";
    if (more) {
      asked++;
      await held;
      await route.fulfill({ json: { items: [], next_cursor: null } });
    } else await route.fulfill({ json: { items: [], next_cursor: "more" } });
  });
  await open("contacts");
  await button("Show more").focus();
  await page.keyboard.press("Enter");
  await button("Loading…").waitFor();
  await page.keyboard.press("Enter");
  expect(await focused()).toBe("button Loading…");
  answer();
  await button("Loading…").waitFor({ state: "detached" });
  expect(asked).toBe(1);
  expect(await focused()).not.toMatch(/^body/);
});

test.each([
  [360, 640],
  [640, 320],
])("on a screen of %i by %i no bar covers what has the focus", async (width, height) => {
  await open(`agents/${demo.agent_ids[0]}`);
  await page.setViewportSize({ width, height });
  await page.getByRole("button", { name: "Save agent" }).waitFor();
  for (const screen of [`agents/${demo.agent_ids[0]}`, "look", "knowledge"]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/projects/${demo.project_id}/${screen}`);
    await page.waitForFunction(() => document.querySelector(".loading") === null);
    for (const key of ["Tab", "Shift+Tab"])
      for (let step = 0; step < 50; step++) {
        await page.keyboard.press(key);
        const covered = await page.evaluate(() => {
          const held = document.activeElement as HTMLElement;
          if (held === document.body || held.closest("iframe, .rail")) return "";
          const { left, top, width, height } = held.getBoundingClientRect();
          // Of a tall field the line with the caret is shown.
          const seen = [0.1, 0.5, 0.9].some((part) => {
            const there = document.elementFromPoint(left + width / 2, top + height * part);
            const bar = there?.closest(".top, .buttons.sticky, .save-bar");
            return there !== null && (!bar || bar.contains(held));
          });
          return seen ? "" : held.outerHTML.slice(0, 80);
        });
        expect.soft(covered, `${screen}, ${key}`).toBe("");
      }
  }
});
