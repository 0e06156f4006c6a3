import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inFirefox } from "../harness/browser/browser.ts";
import { browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { type ProxiedWebsite, startProxiedWebsite } from "../harness/service/proxied-website.ts";

/** Pages that take touches, and make clicks of them themselves, as FastClick does. */

let site: ProxiedWebsite;

startDemo();
beforeEach(async () => {
  site = await startProxiedWebsite(server.origin);
});
afterEach(() => site?.close());

/** Runs in the page: prevents what becomes of a touch, and clicks on what it knows, which is the element alone. */
function takeTouches(layer: EventTarget, capture: boolean, fromStart: boolean): void {
  let touched: EventTarget | null = null;
  const options = { capture, passive: false };
  const took = (event: Event) => {
    touched = event.target;
    if (fromStart) event.preventDefault();
  };
  layer.addEventListener("touchstart", took, options);
  if (fromStart) layer.addEventListener("touchmove", (event) => event.preventDefault(), options);
  const click = (event: Event) => {
    event.preventDefault();
    const { clientX, clientY } = (event as TouchEvent).changedTouches[0] as Touch;
    touched?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX, clientY }));
  };
  layer.addEventListener("touchend", click, options);
}

// Its driver has no touch.
describe.skipIf(inFirefox)("a page that makes its own clicks of touches", () => {
  test.each([
    ["at its body", "document.body, false, false"],
    ["in capture at the document", "document, true, false"],
    ["in capture at the window", "window, true, false"],
    ["in capture at the window, from the start of each touch on", "window, true, true"],
  ])("%s: launcher, buttons and text box of the widget are pressed once", async (_where, how) => {
    site.put(
      "/",
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A site</title>
       <body><button id="own">Own</button><script>(${takeTouches})(${how})</script>
       <script src="/voice-widget.js"></script><voice-widget api-key="${demo.api_key}"></voice-widget></body></html>`,
    );
    const page = await (await browser.context({ hasTouch: true })).newPage();
    const heard = listen(page);
    await page.goto(site.origin);
    await page.evaluate(() => {
      const pressed: string[] = [];
      Object.assign(window, { pressed });
      for (const type of ["open", "close"]) addEventListener(`voice-widget:${type}`, () => pressed.push(type));
      document.getElementById("own")?.addEventListener("click", () => pressed.push("own"));
    });
    const pressed = () => page.evaluate(() => (window as unknown as { pressed: string[] }).pressed);
    const widget = new Widget(page);
    await page.locator("#own").tap();
    await widget.part("launcher").tap();
    await widget.part("panel").waitFor();
    await widget.part("input").tap();
    await expect.poll(() => widget.part("input").evaluate((input) => input.matches(":focus"))).toBe(true);
    await page.keyboard.type("By touch");
    await widget.part("send").tap();
    await widget.hears("agent", "By touch");
    await widget.part("close").tap();
    await widget.part("panel").waitFor({ state: "hidden" });
    await widget.part("launcher").tap();
    await widget.part("panel").waitFor();
    expect(await pressed()).toEqual(["own", "open", "close", "open"]);
    expect((await widget.messages()).filter(({ role }) => role === "user")).toHaveLength(1);
    expect(heard).toEqual({ warnings: [], faults: [] });
  });
});
