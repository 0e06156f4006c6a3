import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { hostPageScript } from "../../harness/browser/host-page.ts";
import { listen, Widget } from "../../harness/browser/widget-page.ts";
import { type ProxiedWebsite, startProxiedWebsite } from "../../harness/service/proxied-website.ts";

/** Pages built with the real packages that people have beside the widget: tests/fixtures/host-pages/. */

let site: ProxiedWebsite;

startDemo();
beforeEach(async () => {
  site = await startProxiedWebsite(server.origin);
});
afterEach(() => site?.close());

const PARTS = {
  host: '<script src="/host.js"></script>',
  widget: (origin: string) => `<script src="${origin}/voice-widget.js" data-api-key="${demo.api_key}"></script>`,
};

/** A visitor on the page `name`, whose script runs before the widget's, or after it. */
async function visit(name: string, order: "before" | "after" = "before") {
  site.put("/host.js", await hostPageScript(name), { "content-type": "text/javascript; charset=utf-8" });
  // From the service's own origin: all its answers are another origin's.
  const widget = PARTS.widget(server.origin);
  const scripts = order === "before" ? PARTS.host + widget : widget + PARTS.host;
  site.put(
    "/",
    `<!doctype html><html lang="en"><head><title>${name}</title></head><body><input id="field">${scripts}</body></html>`,
  );
  const page = await (await browser.context()).newPage();
  const heard = listen(page);
  await page.goto(site.origin);
  return { page, heard, widget: new Widget(page) };
}

const draft = (widget: Widget) => widget.part("input").evaluate((input) => (input as HTMLTextAreaElement).value);

/** Opens the panel, types as a visitor does, sends with Enter and waits for the answer. */
async function converse(page: Page, widget: Widget, words: string): Promise<void> {
  await widget.part("launcher").click();
  await widget.part("input").click();
  await page.keyboard.type(words);
  await expect.poll(() => draft(widget)).toBe(words);
  await page.keyboard.press("Enter");
  await widget.hears("agent", words);
}

/** Fills the transcript, so that there is something to scroll. */
async function fillTranscript(widget: Widget): Promise<void> {
  await widget.part("launcher").click();
  await widget.write("A long line that takes its place in the transcript.\n".repeat(60));
  await widget.hears("agent", "its place");
  await expect.poll(() => scrolled(widget)).toBeGreaterThan(300);
}
const scrolled = (widget: Widget) => widget.part("transcript").evaluate((list) => Math.round(list.scrollTop));

/** Turns the wheel over the transcript. */
async function wheel(page: Page, widget: Widget, pixels: number): Promise<void> {
  const box = await widget.part("transcript").boundingBox();
  if (!box) throw new Error("there is no transcript");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, pixels);
}

describe.each(["before", "after"] as const)("a page whose script runs %s the widget's", (order) => {
  test.each(["bootstrap-modal", "focus-trap", "mui-trap-focus", "radix-dialog"])(
    "holds the focus in its dialog, but not what is typed in the widget: %s",
    async (name) => {
      const { page, widget, heard } = await visit(name, order);
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.id || document.activeElement?.className))
        .toMatch(/inside|modal|trap/);
      await converse(page, widget, "shops?");
      // And the keyboard goes from one control to the next.
      await page.keyboard.press("Tab");
      const inside = () =>
        page.evaluate(
          () => document.querySelector("voice-widget")?.shadowRoot?.activeElement?.shadowRoot?.activeElement?.localName,
        );
      expect(await inside()).toBe("button");
      await page.keyboard.press("Escape");
      await widget.part("panel").waitFor({ state: "hidden" });
      expect(await page.locator("#inside").isVisible()).toBe(true);
      expect(heard).toEqual({ warnings: [], faults: [] });
    },
  );

  test("has shortcuts of one key, which take none that is typed in the widget", async () => {
    const { page, widget } = await visit("hotkeys", order);
    await converse(page, widget, "shops/hop?");
    const shortcuts = () => page.evaluate(() => (window as unknown as { shortcuts: string[] }).shortcuts);
    expect(await shortcuts()).toEqual([]);
    // They are still the page's.
    await page.locator("#field").click();
    await page.keyboard.press("s");
    expect(await shortcuts()).toEqual(["s"]);
  });

  test.each(["lenis", "radix-dialog"])("takes the wheel, but not the transcript's: %s", async (name) => {
    const { page, widget } = await visit(name, order);
    await fillTranscript(widget);
    const before = await scrolled(widget);
    await wheel(page, widget, -200);
    await expect.poll(() => scrolled(widget)).toBeLessThan(before);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

describe("a page that changes what scripts are made of", () => {
  test.each(["prototype-1-6", "core-js-2", "zone", "sentry"])(
    "gets conversations that the service knows, charges and ends: %s",
    async (name) => {
      const { page, widget, heard } = await visit(name);
      await page.evaluate(() =>
        document.querySelector("voice-widget")?.sendContext({ pages: ["one", "two"], at: new Date(0) }),
      );
      await converse(page, widget, "In writing");
      const session = (await widget.sessionId()) ?? "";
      await page.evaluate(() => document.querySelector("voice-widget")?.end());
      await expect.poll(async () => (await admin.session(session)).status).toBe("ended");
      await expect
        .poll(async () => (await admin.session(session)).transcript.map(({ text }) => text))
        .toContain("In writing");
      expect(heard).toEqual({ warnings: [], faults: [] });
    },
  );
});

test("a dialog of the page that closes at the press outside gives its focus back to no one", async () => {
  const { page, widget } = await visit("radix-dialog-that-closes");
  await page.locator("#inside").waitFor();
  await widget.part("launcher").click();
  await page.locator("#inside").waitFor({ state: "detached" });
  await widget.part("input").click();
  await page.keyboard.type("still here");
  await expect.poll(() => draft(widget)).toBe("still here");
});
