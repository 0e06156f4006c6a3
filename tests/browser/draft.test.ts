import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { addressedTags, type Site, startSite } from "../harness/service/website.ts";

let site: Site;

startDemo({ allowMicrophone: false });
beforeEach(async () => {
  // The address says who is signed in.
  site = await startSite(addressedTags(server.origin, demo.api_key));
});
afterEach(() => site?.close());

async function visit(page: Page, address = site.origin): Promise<Widget> {
  await page.goto(address);
  const widget = new Widget(page);
  await widget.part("launcher").click();
  await widget.part("input").waitFor();
  return widget;
}

/**
 * Begins before the first key, which loads what keeps drafts and puts them back. What is returned waits, on each page, until
 * the widget has done that and has drawn it.
 */
function watchDrafts(page: Page): () => Promise<unknown> {
  const asked = page.waitForRequest(/\/draft-/);
  // As a text: Vite would make another import of it.
  return async () =>
    page.evaluate(
      `import(${JSON.stringify((await asked).url())}).then(() => new Promise(requestAnimationFrame)).then(() => null)`,
    );
}

/** Waits until a page that goes keeps the text: what keeps it is loaded with the first key. */
async function willKeep(page: Page, text: string): Promise<void> {
  const kept = () =>
    page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent("pagehide"));
      return JSON.stringify(sessionStorage);
    });
  await expect.poll(kept).toContain(text);
}

test("a text that is too long stays whole, is not sent, and its length is said; shortened it is sent", async () => {
  const page = await (await browser.context()).newPage();
  const widget = await visit(page);
  const input = widget.part("input");
  await input.fill("x".repeat(8_412));
  const said = () => input.evaluate((field) => (field as HTMLTextAreaElement).validationMessage);
  await expect.poll(said).toBe("Use at most 8,000 characters. (8,412)");
  await input.press("Enter");
  await widget.part("send").click();
  expect((await input.inputValue()).length).toBe(8_412);
  expect(await widget.messages()).toEqual([]);
  await input.fill("How long are you open?");
  await expect.poll(said).toBe("");
  await input.press("Enter");
  await widget.hears("user", "How long are you open?");
  expect(await input.inputValue()).toBe("");
  await page.context().close();
});

test("what was typed and not sent is there after a reload, and gone once it was sent, or for somebody else", async () => {
  const page = await (await browser.context()).newPage();
  const widget = await visit(page);
  const input = widget.part("input");
  const saved = () => page.evaluate(() => JSON.stringify(sessionStorage));
  const drafted = watchDrafts(page);
  await input.fill("Do you have ry");
  await willKeep(page, "Do you have ry");
  await visit(page);
  await expect.poll(() => input.inputValue()).toBe("Do you have ry");
  expect(await saved(), "it is this page's now").not.toContain("Do you");
  const shown = () => input.evaluate((field) => field.clientHeight > 20 && field.clientHeight >= field.scrollHeight);
  await expect.poll(shown).toBe(true);
  // Nobody has touched it.
  await visit(page);
  await expect.poll(() => input.inputValue()).toBe("Do you have ry");

  await visit(page, `${site.origin}/?user-id=alice`);
  // Who has signed in meanwhile goes on.
  await expect.poll(() => input.inputValue()).toBe("Do you have ry");
  await visit(page, `${site.origin}/?user-id=bob`);
  // What is kept is looked at once, and gone then.
  await expect.poll(saved).not.toContain("Do you");
  await drafted();
  expect(await input.inputValue()).toBe("");

  await input.fill("Hello");
  await input.press("Enter");
  await page.reload();
  await widget.part("launcher").waitFor();
  expect(await saved()).not.toContain("draft");
  await page.context().close();
});

test("what somebody typed is not the next user's, in the same page either, nor in a conversation of before", async () => {
  const page = await (await browser.context()).newPage();
  const widget = await visit(page, `${site.origin}/?user-id=alice`);
  const input = widget.part("input");
  const becomes = (user: string) =>
    page.evaluate((name) => document.querySelector("voice-widget")?.setAttribute("user-id", name), user);
  const drafted = watchDrafts(page);
  await input.fill("My address is");
  await becomes("bob");
  await expect.poll(() => input.inputValue()).toBe("");

  // A conversation that began before the sign-in stays its visitor's; what Alice types in it is hers.
  await visit(page);
  await input.fill("Is there rye?");
  await input.press("Enter");
  await widget.hears("agent", "rye");
  await becomes("alice");
  await input.fill("My address is");
  await drafted();
  // Open, as it was left.
  await page.goto(site.origin);
  await input.waitFor();
  await widget.hears("agent", "rye");
  await drafted();
  expect(await input.inputValue()).toBe("");
  await page.context().close();
});
