import type { FrameLocator, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { expectGoodScreen, openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";

interface Stored {
  widget_config: Record<string, Record<string, unknown>>;
}

let page: Page;
let preview: FrameLocator;
/** Requests that the page made of the service's public side. */
let asked: string[];

startDemo();
beforeEach(async () => {
  await admin.call("PATCH", `/projects/${demo.project_id}`, {
    widget_config: { designTokens: { accent: "#aa3300" }, branding: { title: "Harbour" } },
  });
  page = await (await browser.context()).newPage();
  asked = [];
  page.on("request", (request) => {
    if (request.url().includes("/widget/v1/")) asked.push(request.url());
  });
  preview = page.frameLocator("vc-preview iframe");
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/look`);
  await preview.getByText("Yes, from nine to one.").waitFor();
});

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
/** Waits until the element in the preview is painted with this accent. */
async function accent(value: string): Promise<void> {
  const frame = page.frames().find((one) => /\/console\/preview$/.test(one.url()));
  if (!frame) throw new Error(`no preview among ${page.frames().map((one) => one.url())}`);
  await frame.waitForFunction((wanted) => {
    const launcher = document.querySelector("voice-widget")?.shadowRoot?.querySelector("[part=launcher]");
    return launcher && getComputedStyle(launcher).getPropertyValue("--voice-widget-accent").trim() === wanted;
  }, value);
}

test("the preview is the real element in the project's own look, and sends no request to the service", async () => {
  await accent("#aa3300");
  await preview.getByRole("dialog", { name: /Harbour/ }).waitFor();
  await preview.locator("voice-widget").getByPlaceholder(/./).waitFor();
  expect(asked).toEqual([]);
  // The keyboard stays where it was, and nothing of the preview is kept in the console's storage.
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("IFRAME");
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

  await button("Opened").click();
  await preview.getByText("Yes, from nine to one.").waitFor({ state: "detached" });
  await preview.getByRole("dialog", { name: /Harbour/ }).waitFor();
  await button("Closed").click();
  await preview.getByRole("dialog").waitFor({ state: "detached" });
  await button("Phone").click();
  await expect
    .poll(() => page.locator("vc-preview iframe").evaluate((one) => one.clientWidth))
    .toBeLessThanOrEqual(390);
  await button("Desktop").click();
  await expectGoodScreen(page, "look");
});

test("what was edited is undone and redone, typing as one step", async () => {
  const field = page.getByLabel("Accent", { exact: true });
  await field.fill("#0f766e");
  await accent("#0f766e");
  await page.getByLabel("Text size", { exact: true }).fill("18");
  await page.getByText("2 unsaved changes").waitFor();
  await button("Undo").click();
  await page.getByText("1 unsaved change", { exact: true }).waitFor();
  await page.keyboard.press("Control+z");
  await page.getByText("Nothing to save").waitFor();
  await accent("#aa3300");
  expect(await button("Undo").isDisabled()).toBe(true);
  await page.keyboard.press("Control+Shift+z");
  await accent("#0f766e");
  await button("Redo").click();
  await page.getByText("2 unsaved changes").waitFor();
  await button("Discard").click();
  await page.getByText("Nothing to save").waitFor();
  await button("Undo").click();
  await page.getByText("2 unsaved changes").waitFor();
});

test("a colour that is pasted with too many digits stays whole, and is refused in words", async () => {
  const field = page.getByLabel("Accent", { exact: true });
  await field.fill("");
  await field.focus();
  // As a paste comes in, which a browser cuts where it knows of a limit: to another colour, half transparent.
  await page.keyboard.insertText("#0f766e80ff");
  expect(await field.inputValue()).toBe("#0f766e80ff");
  await button("Save look").click();
  await page.getByText("Write a colour as #rgb, #rrggbb or #rrggbbaa").waitFor();
});

test("settings are pasted as the playground gives them; what does not fit is named", async () => {
  await button("Paste settings").click();
  const settings = page.getByRole("dialog").getByLabel("Settings");
  await settings.fill("{ nonsense");
  await button("Apply these settings").click();
  await page.getByText(/This is not JSON/).waitFor();
  const pasted = {
    widget_config: {
      designTokens: { accent: "#0055aa", radius: 900, nothing: 1 },
      copy: { launcher: "Ask us", translations: { de: { launcher: "Fragen Sie uns" } } },
    },
  };
  await settings.fill(JSON.stringify(pasted));
  await button("Apply these settings").click();
  await page.getByText("3 settings applied; left out: designTokens.radius, designTokens.nothing").waitFor();
  await accent("#0055aa");
  await button("Save look").click();
  await page.getByText("Nothing to save").waitFor();
  expect((await admin.call<Stored>("GET", `/projects/${demo.project_id}`)).widget_config).toMatchObject({
    designTokens: { accent: "#0055aa" },
    branding: { title: "Harbour" },
    copy: { launcher: "Ask us", translations: { de: { launcher: "Fragen Sie uns" } } },
  });
});

test("by keyboard, nothing has the focus under what stays at the bottom: the bar that saves, and who is signed in", async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const covered = () =>
    page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const bar = [...document.querySelectorAll(".save-bar, .account")].find(
        (one) => one.parentElement?.contains(focused) && !one.contains(focused),
      );
      const [from, to] = [bar?.getBoundingClientRect().top ?? innerHeight, focused.getBoundingClientRect().bottom];
      return to > from + 1 ? `${focused.localName} ${focused.id || focused.textContent?.trim()}` : null;
    });
  const found: string[] = [];
  for (const first of [
    page.getByLabel("Accent", { exact: true }).first(),
    page.getByRole("navigation", { name: "Console" }).getByRole("link").first(),
  ]) {
    await first.focus();
    for (let press = 0; press < 30; press++) {
      await page.keyboard.press("Tab");
      const name = await covered();
      if (name) found.push(name);
    }
  }
  expect(found).toEqual([]);
});
