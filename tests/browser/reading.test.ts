import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { VoiceWidgetPanel } from "../../widget/panel/panel.ts";
import { browser, demoPage, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";

startDemo();

/** On a phone, in a typed conversation with more messages than the window holds. */
async function chat(): Promise<Widget> {
  const page = await (await browser.context()).newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(demoPage.origin);
  const widget = new Widget(page);
  await widget.part("launcher").click();
  for (let n = 1; n <= 6; n++) await say(widget, `Question ${n}, ${"which is a long one ".repeat(8)}`);
  return widget;
}

/** The agent answers with the visitor's words. */
async function say(widget: Widget, text: string): Promise<void> {
  await widget.write(text);
  await widget.hears("agent", text.trim());
  await widget.reaches("listening");
}

/** Whether the end of the newest message is on the screen, and not behind something. */
const seesNewest = (page: Page) =>
  page.evaluate(() => {
    const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel")?.shadowRoot;
    const newest = [...(panel?.querySelectorAll(".message") ?? [])].at(-1);
    if (!panel || !newest) return false;
    const { left, bottom, width } = newest.getBoundingClientRect();
    const hit = panel.elementFromPoint(left + width / 2, bottom - 8);
    return hit !== null && (hit === newest || newest.contains(hit));
  });
const follows = (page: Page) => expect.poll(() => seesNewest(page)).toBe(true);

/** The panel has drawn itself anew, and has heard of each size that changed by it: what grows meanwhile is followed. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    const panel = document
      .querySelector("voice-widget")
      ?.shadowRoot?.querySelector<VoiceWidgetPanel>("voice-widget-panel");
    panel?.requestUpdate();
    await panel?.updateComplete;
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  });

describe("the transcript", () => {
  test("follows over an on-screen keyboard, and in a window that is lower still", async () => {
    const widget = await chat();
    const { page } = widget;
    await follows(page);
    await page.setViewportSize({ width: 390, height: 480 });
    await follows(page);
    await say(widget, "Is it in sight?");
    await follows(page);
    await page.setViewportSize({ width: 640, height: 300 });
    await follows(page);
    await say(widget, "And now?");
    await follows(page);
    expect(await widget.part("jump").count()).toBe(0);
    await page.context().close();
  });

  test("stays where the visitor has scrolled to; a button leads to the newest message, and it follows again", async () => {
    const widget = await chat();
    const { page } = widget;
    const list = widget.part("transcript");
    await list.hover();
    await page.mouse.wheel(0, -4_000);
    await widget.part("jump").waitFor();
    const top = () => list.evaluate(({ scrollTop }) => scrollTop);
    await expect.poll(top).toBe(0);
    // From the page, not from the composer, in which the visitor would have written.
    await page.evaluate(() => document.querySelector("voice-widget")?.sendText("Said elsewhere"));
    await widget.hears("agent", "Said elsewhere");
    expect(await top()).toBe(0);
    await page.setViewportSize({ width: 390, height: 600 });
    expect(await seesNewest(page)).toBe(false);

    await widget.part("jump").click();
    await follows(page);
    await widget.part("jump").waitFor({ state: "detached" });
    expect(
      await page.evaluate(() => {
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        return active?.getAttribute("part");
      }),
      "the focus is not lost with the button",
    ).toBe("transcript");
    await say(widget, "And the answer?");
    await follows(page);

    // The visitor must see the message that they just sent.
    await list.hover();
    await page.mouse.wheel(0, -4_000);
    await widget.part("jump").waitFor();
    await say(widget, "One more");
    await follows(page);

    // Who has just begun to scroll up is not pulled back because something is drawn.
    await drawn(page);
    const left = () => list.evaluate((one) => one.scrollHeight - one.clientHeight - Math.round(one.scrollTop));
    await list.evaluate((one) => one.scrollBy(0, -30));
    await expect.poll(left).toBe(30);
    await drawn(page);
    expect(await left()).toBe(30);
    await page.context().close();
  });
});
