import { describe, expect, test } from "vitest";
import { inFirefox } from "../harness/browser/browser.ts";
import { browser, demoPage, startDemo } from "../harness/browser/demo-site.ts";
import { quietMicrophone } from "../harness/browser/quiet-microphone.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";

startDemo();

declare global {
  interface Window {
    /** What the page has told the system to call, by name. */
    systemActions: Map<string, MediaSessionActionHandler>;
  }
}

/** Runs in the page, before its scripts: keeps what the system would call, since no driver has a headset. */
function keepActions(): void {
  const actions = new Map<string, MediaSessionActionHandler>();
  window.systemActions = actions;
  const set = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
  navigator.mediaSession.setActionHandler = (name, handler) => {
    set(name, handler);
    if (handler) actions.set(name, handler);
    else actions.delete(name);
  };
}

/** A call in which both have spoken. */
async function call(page: Awaited<ReturnType<typeof open>>) {
  const widget = new Widget(page);
  await widget.startCall();
  await widget.reaches("speaking");
  await widget.write("Is there fresh rye?");
  await widget.hears("agent", "fresh rye");
  return widget;
}

async function open() {
  const page = await (await browser.context()).newPage();
  await page.addInitScript(quietMicrophone);
  await page.addInitScript(keepActions);
  await page.goto(demoPage.origin);
  return page;
}

const act = (widget: Widget, name: string) =>
  widget.page.evaluate((action) => {
    const handler = window.systemActions.get(action);
    handler?.({ action } as MediaSessionActionDetails);
  }, name);
const actions = (widget: Widget) => widget.page.evaluate(() => Array.from(window.systemActions.keys()).sort());
const shown = (widget: Widget) => widget.page.evaluate(() => navigator.mediaSession.metadata?.title);

// No other browser of the tests has these actions.
describe.skipIf(inFirefox)("a call outside of its panel", () => {
  test("is muted and ended from headset and lock screen, and leaves nothing there after its end", async () => {
    const page = await open();
    const heard = listen(page);
    expect(await page.evaluate(() => window.systemActions.size)).toBe(0);
    const widget = await call(page);
    await expect.poll(() => actions(widget)).toEqual(["enterpictureinpicture", "hangup", "togglemicrophone"]);
    expect(await shown(widget)).toBe("Ava");
    await act(widget, "togglemicrophone");
    await widget.part("mute").getByText("Unmute").waitFor();
    await act(widget, "togglemicrophone");
    await widget.part("mute").getByText("Mute", { exact: true }).waitFor();
    await act(widget, "hangup");
    await widget.reaches("ended");
    expect(await actions(widget)).toEqual([]);
    expect(await shown(widget)).toBeUndefined();
    expect(heard.faults).toEqual([]);
    await page.context().close();
  });

  test("is shown in a small window over other tabs, with mute and end, until it ends", async () => {
    const page = await open();
    const heard = listen(page);
    const widget = await call(page);
    await expect.poll(() => actions(widget)).toContain("enterpictureinpicture");
    const [small] = await Promise.all([page.context().waitForEvent("page"), act(widget, "enterpictureinpicture")]);
    await small.getByRole("heading", { name: "Ava" }).waitFor();
    await expect.poll(() => small.getByRole("status").textContent()).toMatch(/Listening|Speaking|Thinking/);
    expect(await small.evaluate(() => document.documentElement.lang)).toBe("en");
    await small.getByRole("button", { name: "Mute" }).click();
    await small.getByRole("button", { name: "Unmute" }).waitFor();
    await widget.part("mute").getByText("Unmute").waitFor();
    const closed = small.waitForEvent("close");
    await small.getByRole("button", { name: "End call" }).click();
    await closed;
    await widget.reaches("ended");
    expect(heard.faults).toEqual([]);
    await page.context().close();
  });

  test("on a tablet, back closes the panel, and the call goes on", async () => {
    const page = await open();
    await page.addInitScript(() => {
      const ask = window.matchMedia.bind(window);
      // As where there is neither mouse nor pen.
      window.matchMedia = (query) => ask(query.includes("any-pointer: fine") ? "not all" : query);
    });
    await page.reload();
    const widget = await call(page);
    await expect.poll(() => actions(widget)).toContain("hangup");
    // On a desktop the same request of the system is Escape; with the focus in the page the panel does not hear the key.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("Escape");
    await widget.part("panel").waitFor({ state: "hidden" });
    expect(await widget.status()).toMatch(/listening|speaking|thinking/);
    await widget.part("launcher-end").click();
    await widget.reaches("ended");
    await page.context().close();
  });
});
