import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { expectGoodScreen, openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, server, startDemo } from "../../harness/browser/demo-site.ts";
import { makeSample, type Sample } from "../../harness/service/console-sample.ts";

let sample: Sample;
let page: Page;
/** Of all conversations, the newest first. */
let ids: string[];

startDemo();
beforeAll(async () => {
  sample = await makeSample(admin, server.origin);
  const list = await admin.call<{ items: { id: string }[] }>("GET", `/projects/${sample.project_id}/sessions`);
  ids = list.items.map(({ id }) => id);
});
beforeEach(async () => {
  page = await (await browser.context()).newPage();
});

const hash = () => new URL(page.url()).hash;
const place = (id: string | undefined, filters = "") => `#/projects/${sample.project_id}/sessions/${id}${filters}`;
const link = (name: "Previous" | "Next") =>
  page.getByRole("navigation", { name: "Beside this conversation" }).getByRole("link", { name });
/** The conversation is there, and what stands beside it is known. */
async function arrived(id: string | undefined, filters = ""): Promise<void> {
  await page.waitForURL((url) => url.hash === place(id, filters));
  await page.locator("dd", { hasText: id ?? "" }).waitFor();
  await link("Previous").or(link("Next")).first().waitFor();
}

test("from one conversation to the next in the list, by its links, as far as the list goes", async () => {
  await openConsole(page, server.origin, `#/projects/${sample.project_id}/sessions`);
  await page.locator("vc-sessions tbody a").first().click();
  for (const [at, id] of ids.entries()) {
    await arrived(id);
    expect(await link("Previous").count()).toBe(at === 0 ? 0 : 1);
    expect(await link("Next").count()).toBe(at === ids.length - 1 ? 0 : 1);
    if (at < ids.length - 1) await link("Next").click();
  }
  await link("Previous").click();
  await arrived(ids.at(-2));
  // The heading is where a keyboard and a screen reader go on.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await expectGoodScreen(page, "a conversation between two others");
});

test("the filters of the list stay, also after a reload, and lead back to it", async () => {
  await openConsole(page, server.origin, `#/projects/${sample.project_id}/sessions`);
  await page.getByLabel("Words in the conversation").fill("the");
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForURL((url) => url.hash.endsWith("?q=the"));
  await page.waitForFunction(() => document.querySelectorAll("vc-sessions tbody tr").length === 2);
  await page.locator("vc-sessions tbody a").first().click();
  await arrived(ids[0], "?q=the");
  await link("Next").click();
  // Those between them have not the word.
  await arrived(ids.at(-1), "?q=the");
  await page.reload();
  await arrived(ids.at(-1), "?q=the");
  expect(await link("Next").count()).toBe(0);
  await link("Previous").click();
  await arrived(ids[0], "?q=the");
  await page.getByRole("link", { name: "Conversations found" }).click();
  await page.waitForURL((url) => url.hash === `#/projects/${sample.project_id}/sessions?q=the`);
});

test("the keys of the inbox lead on and back, and leave a field alone", async () => {
  await openConsole(page, server.origin, place(ids[1]));
  await arrived(ids[1]);
  await page.keyboard.press("j");
  await arrived(ids[2]);
  await page.keyboard.press("k");
  await arrived(ids[1]);
  await page.keyboard.press("k");
  await arrived(ids[0]);
  // The first: nothing stands before it.
  await page.keyboard.press("k");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").first().waitFor();
  await page.keyboard.type("jk");
  expect(hash()).toBe(place(ids[0]));
});

test("the keys do nothing, and are not named, once single keys are switched off in the inbox", async () => {
  await openConsole(page, server.origin, `#/projects/${sample.project_id}/inbox`);
  await page.getByText("Alerts, name, shortcuts").click();
  await page.getByLabel("Single keys do something").uncheck();
  await page.evaluate((to) => {
    location.hash = to;
  }, place(ids[1]));
  await arrived(ids[1]);
  await page.keyboard.press("j");
  expect(await page.evaluate(() => location.hash)).toBe(place(ids[1]));
  expect(await link("Next").getAttribute("aria-keyshortcuts")).toBeNull();
  expect(await link("Next").getAttribute("title")).not.toContain("key");
});

test("on a touch screen each of its links has 44 pixels", async () => {
  const tablet = { viewport: { width: 1280, height: 800 }, hasTouch: true, isMobile: true };
  page = await (await browser.context(tablet)).newPage();
  await openConsole(page, server.origin, place(ids[1]));
  await arrived(ids[1]);
  for (const way of [link("Previous"), link("Next"), page.getByRole("link", { name: "All conversations" })]) {
    const { width = 0, height = 0 } = (await way.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
});
