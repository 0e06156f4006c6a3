import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { type ProxiedWebsite, startProxiedWebsite } from "../harness/service/proxied-website.ts";

/** What leaves the widget as an event, and what becomes of what a page prevents: docs/decisions/0073-on-any-page.md. */

let site: ProxiedWebsite;

startDemo();
beforeEach(async () => {
  site = await startProxiedWebsite(server.origin);
});
afterEach(() => site?.close());

/** Of a frame none of these would be heard. */
const PRIVATE =
  "keydown keypress keyup beforeinput input focus blur focusin focusout copy cut paste wheel touchstart touchmove touchend dragstart dragover drop contextmenu selectstart compositionstart compositionend";

/** Runs in the page: hears what comes from the widget at window and document, in both phases. */
function hearAll(types: string): void {
  const heard: string[] = [];
  Object.assign(window, { heard });
  for (const target of [window, document])
    for (const capture of [true, false])
      for (const type of types.split(" "))
        target.addEventListener(
          type,
          (event) => {
            const from = event.target as Element;
            if (from?.localName === "voice-widget") heard.push(type);
          },
          capture,
        );
}
/** Runs in the page, before the widget's script: prevents what it can. */
function preventAll(types: string): void {
  for (const type of types.split(" "))
    window.addEventListener(type, (event) => event.preventDefault(), { capture: true, passive: false });
}
const heard = (page: Page) => page.evaluate(() => [...new Set((window as unknown as { heard: string[] }).heard)]);

async function visit({ first = "", body = "", last = "" } = {}) {
  site.put(
    "/",
    `<!doctype html><html lang="en"><title>A site</title><body>${body}<input id="field"><script>${first}</script>
     <script src="/voice-widget.js"></script><voice-widget api-key="${demo.api_key}"></voice-widget><script>${last}</script></body></html>`,
  );
  const page = await (await browser.context()).newPage();
  await page.goto(site.origin);
  return { page, widget: new Widget(page) };
}

const draft = (widget: Widget) => widget.part("input").evaluate((input) => (input as HTMLTextAreaElement).value);
const scrolled = (widget: Widget) => widget.part("transcript").evaluate((list) => Math.round(list.scrollTop));
async function fillTranscript(widget: Widget): Promise<void> {
  await widget.write("A long line that takes its place in the transcript.\n".repeat(60));
  await widget.hears("agent", "its place");
  await expect.poll(() => scrolled(widget)).toBeGreaterThan(300);
}
async function wheel(page: Page, widget: Widget, pixels: number): Promise<void> {
  const box = await widget.part("transcript").boundingBox();
  if (!box) throw new Error("there is no transcript");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, pixels);
}

describe("the page hears", () => {
  test("nothing of keys, focus, words, clipboard, wheel and menus of launcher and panel, but clicks of the element", async () => {
    const { page, widget } = await visit({ last: `(${hearAll})("${PRIVATE} click mousedown pointerdown")` });
    await widget.part("launcher").focus();
    await page.keyboard.press("x");
    await page.keyboard.press("Enter");
    await widget.part("input").waitFor();
    await widget.part("input").click();
    await page.keyboard.type("Cut and paste");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+x");
    await expect.poll(() => draft(widget)).toBe("");
    await page.keyboard.press("ControlOrMeta+v");
    await expect.poll(() => draft(widget)).toBe("Cut and paste");
    await fillTranscript(widget);
    const before = await scrolled(widget);
    await wheel(page, widget, -200);
    await expect.poll(() => scrolled(widget)).toBeLessThan(before);
    await widget.part("input").click({ button: "right" });
    expect((await heard(page)).toSorted()).toEqual(["click", "mousedown", "pointerdown"]);
  });

  test("the owner's own elements in the slots as before", async () => {
    const { page, widget } = await visit({
      last: `${hearAll}; hearAll("voice-widget:open"); const own = document.createElement("input"); own.slot = "footer"; own.id = "own";
        document.querySelector("voice-widget").append(own); window.typed = [];
        document.addEventListener("keydown", ({ key, target }) => window.typed.push(target.id + key));`,
    });
    await widget.part("launcher").click();
    await page.locator("#own").click();
    await page.keyboard.press("k");
    expect(await page.evaluate(() => (window as unknown as { typed: string[] }).typed)).toEqual(["ownk"]);
    expect(await heard(page)).toEqual(["voice-widget:open"]);
  });

  test("that its own field lost the focus, and not to whom", async () => {
    const { page, widget } = await visit({
      last: `window.lost = []; for (const type of ["blur", "focusout"]) document.addEventListener(type, (event) =>
        window.lost.push(type + " " + event.target.id + " " + event.relatedTarget), true);`,
    });
    await widget.part("launcher").click();
    await page.locator("#field").click();
    await widget.part("input").click();
    const lost = () => page.evaluate(() => (window as unknown as { lost: string[] }).lost);
    expect(await lost()).toEqual(["blur field null", "focusout field null"]);
  });
});

describe("a handler that came before the widget, in capture at the window, and prevents everything", () => {
  test("takes no letter, no pasted word, no press and no scroll", async () => {
    const { page, widget } = await visit({
      first: `(${preventAll})("keydown paste mousedown wheel touchstart touchmove")`,
    });
    await widget.part("launcher").click();
    await widget.part("input").waitFor();
    await page.locator("#field").evaluate((field) => field.focus());
    await widget.part("input").click();
    for (const key of ["s", "h", "o", "p", "x", "Backspace", "Shift+S"]) await page.keyboard.press(key);
    await expect.poll(() => draft(widget)).toBe("shopS");
    await page.keyboard.press("Enter");
    await widget.hears("agent", "shopS");
    await fillTranscript(widget);
    const before = await scrolled(widget);
    // The code that makes it good is loaded for the first.
    await wheel(page, widget, -200);
    await expect.poll(() => scrolled(widget)).toBeLessThan(before);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test("does not take clicks either, in capture at the document", async () => {
    const { page, widget } = await visit({
      first: `document.addEventListener("click", (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true)`,
    });
    await widget.part("launcher").click();
    await widget.write("By the button");
    await widget.hears("agent", "By the button");
    await widget.part("close").click();
    await widget.part("panel").waitFor({ state: "hidden" });
    expect(await page.locator("voice-widget").getAttribute("data-status")).toBe("listening");
  });
});
