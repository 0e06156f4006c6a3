import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { atRest } from "../../harness/browser/axe.ts";
import { browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { Widget } from "../../harness/browser/widget-page.ts";
import { type ProxiedWebsite, startProxiedWebsite } from "../../harness/service/proxied-website.ts";

/** What the page's styles around the element, and on it, do to where and how large the widget is. */

let site: ProxiedWebsite;

startDemo();
beforeEach(async () => {
  site = await startProxiedWebsite(server.origin);
});
afterEach(() => site?.close());

async function visit(styles: string, placement = "bottom-right") {
  site.put(
    "/",
    `<!doctype html><html lang="en"><title>A site</title><style>
       body { margin: 0; height: 3000px } .around { width: 90px; height: 90px; overflow: hidden } ${styles}</style>
     <body><div class="around"><script type="module" src="/voice-widget.js"></script>
     <voice-widget api-key="${demo.api_key}" placement="${placement}"></voice-widget></div><div id="end"></div></body></html>`,
  );
  const page = await (await browser.context()).newPage();
  await page.addInitScript(() =>
    addEventListener("voice-widget:ready", () => document.documentElement.setAttribute("data-ready", "")),
  );
  await page.goto(site.origin);
  // The owner's settings change the launcher's size.
  await page.locator("[data-ready]").waitFor();
  return { page, widget: new Widget(page) };
}

/** Where a part is on the screen, and whether its middle and its corners can be pressed. */
const placeOf = (page: Page, name: string) =>
  page.evaluate((part) => {
    const widget = document.querySelector("voice-widget");
    const outer = widget?.shadowRoot;
    const found =
      outer?.querySelector(`[part~=${part}]`) ??
      outer?.querySelector("voice-widget-panel")?.shadowRoot?.querySelector(`[part~=${part}]`);
    if (!found) return null;
    const { left, top, right, bottom, width, height } = found.getBoundingClientRect();
    const points: [number, number][] = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 30, top + 30],
      [right - 30, bottom - 26],
    ];
    return {
      size: [Math.round(width), Math.round(height)],
      right: Math.round((visualViewport?.width ?? 0) - right),
      bottom: Math.round((visualViewport?.height ?? 0) - bottom),
      pressed: points.every(([x, y]) => document.elementFromPoint(x, y) === widget),
    };
  }, name);

type Place = Awaited<ReturnType<typeof placeOf>>;
let plain: { launcher: Place; panel: Place } | undefined;

/** Where launcher and panel are on a page without such styles; looked at once for all that have them. */
async function plainPlaces() {
  if (plain) return plain;
  const { page, widget } = await visit("");
  await widget.part("launcher").waitFor();
  await atRest(page);
  const launcher = await placeOf(page, "launcher");
  await widget.part("launcher").click();
  await widget.part("panel").waitFor();
  await atRest(page);
  plain = { launcher, panel: await placeOf(page, "panel") };
  await page.close();
  return plain;
}

const AROUND = [
  "transform: translate(40px, 40px) rotate(20deg)",
  "translate: 40px 40px; rotate: 20deg; scale: 2",
  "filter: blur(4px)",
  "backdrop-filter: blur(4px)",
  "perspective: 100px; will-change: transform",
  "contain: strict",
  "container-type: size",
  "content-visibility: auto",
  "clip-path: inset(45%)",
  "mask: linear-gradient(transparent, transparent)",
  "zoom: 2",
  "opacity: 0.2; isolation: isolate; position: relative; z-index: -1",
];

describe("neither moves, clips, covers nor scales the widget", () => {
  test.each([
    ...AROUND.map((style) => [`an ancestor with ${style}`, `.around { ${style} }`]),
    ["a zoomed and filtered body", "body { zoom: 1.5; filter: grayscale(1) }"],
    ["a zoomed page", "html { zoom: 0.5 }"],
    ["a rule for the element itself", `voice-widget { ${AROUND.slice(0, -1).join("; ")} }`],
    ["a rule for every backdrop", "*::backdrop { background: red; pointer-events: auto !important }"],
  ] as [string, string][])("%s", async (_name, styles) => {
    const places = await plainPlaces();
    const { page, widget } = await visit(styles);
    await widget.part("launcher").waitFor();
    await expect.poll(() => placeOf(page, "launcher")).toEqual(places.launcher);
    expect(places.launcher).toMatchObject({ right: 20, bottom: 20, pressed: true });
    await widget.part("launcher").click();
    await widget.part("panel").waitFor();
    await expect.poll(() => placeOf(page, "panel")).toEqual(places.panel);
    expect(places.panel).toMatchObject({ pressed: true });
    // The page behind it is free.
    expect(await page.evaluate(() => document.elementFromPoint(5, innerHeight - 5)?.localName)).not.toBe(
      "voice-widget",
    );
  });
});

test.each([
  ["the body's zoom", "body", "zoom: 2"],
  ["the page's zoom", "html", "zoom: 0.5"],
  ["a scale of the body", "body", "transform: scale(1.5)"],
])("%s, set while the panel is open, moves and scales nothing of it", async (_name, selector, style) => {
  const { panel } = await plainPlaces();
  const { page, widget } = await visit("");
  await widget.part("launcher").click();
  await widget.part("panel").waitFor();
  await expect.poll(() => placeOf(page, "panel")).toEqual(panel);
  // In one frame with the change nothing would be seen of it yet.
  const change = (to: string) =>
    page.evaluate(
      ([of, css]) => {
        document.querySelector(of)?.setAttribute("style", css);
        return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      },
      [selector, to] as const,
    );
  await change(style);
  await expect.poll(() => placeOf(page, "panel")).toEqual(panel);
  await change("");
  await expect.poll(() => placeOf(page, "panel")).toEqual(panel);
});

test("its owner still hides it: by display, visibility and opacity, of the element, and by display around it", async () => {
  const { page, widget } = await visit("");
  await widget.part("launcher").waitFor();
  const hidden = async (selector: string, style: string) => {
    await page.evaluate(([of, text]) => document.querySelector(of)?.setAttribute("style", text), [
      selector,
      style,
    ] as const);
    const seen = await widget.part("launcher").isVisible();
    const opacity = await page.evaluate(() => {
      const root = document.querySelector("voice-widget")?.shadowRoot?.querySelector(".root");
      return root && getComputedStyle(root).opacity;
    });
    await page.evaluate((of) => document.querySelector(of)?.removeAttribute("style"), selector);
    return !seen || opacity === "0";
  };
  expect(await hidden("voice-widget", "display: none")).toBe(true);
  expect(await hidden("voice-widget", "visibility: hidden")).toBe(true);
  expect(await hidden(".around", "display: none")).toBe(true);
  expect(await hidden("voice-widget", "opacity: 0")).toBe(true);
  expect(await widget.part("launcher").isVisible()).toBe(true);
});

test("a modal dialog that the page opens later is above it", async () => {
  const { page, widget } = await visit("");
  await widget.part("launcher").waitFor();
  await page.evaluate(() => {
    const dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.style.cssText = "inset: 0; width: 100%; height: 100%; max-width: none; max-height: none";
    dialog.showModal();
  });
  expect(await placeOf(page, "launcher")).toMatchObject({ pressed: false });
});

test.each([
  ["a modal dialog", "<dialog", "showModal"],
  ["a popover", "<div popover", "showPopover"],
  ["an element in fullscreen", "<div", "requestFullscreen"],
])("in %s, which comes after it, it is above that", async (_what, tag, method) => {
  site.put(
    "/",
    `<!doctype html><html lang="en"><title>A site</title><body><button id="field">Show</button>
     ${tag} id="around" style="box-sizing: border-box; inset: 0; width: 100vw; height: 100vh; max-width: none; max-height: none; background: #fff">
     <voice-widget api-key="${demo.api_key}"></voice-widget></${tag.slice(1).split(" ")[0]}>
     <script type="module" src="/voice-widget.js"></script>
     <script>field.onclick = () => around.${method}()</script></body></html>`,
  );
  const page = await (await browser.context()).newPage();
  const widget = new Widget(page);
  await page.goto(site.origin);
  await page.waitForFunction(() => document.querySelector("voice-widget")?.dataset.status === "idle");
  await page.locator("#field").click();
  await expect.poll(() => placeOf(page, "launcher")).toMatchObject({ right: 20, bottom: 20, pressed: true });
  await widget.part("launcher").click();
  await widget.part("input").click();
  await page.keyboard.type("Inside of it");
  await widget.part("send").click();
  await widget.hears("agent", "Inside of it");
  await expect.poll(() => placeOf(page, "panel")).toMatchObject({ pressed: true });
});

test("an inline widget stays in the page's flow, and goes back and forth", async () => {
  const { page, widget } = await visit(
    ".around { overflow: visible; width: 400px; height: auto; transform: translateX(50px) }",
    "inline",
  );
  await widget.part("panel").waitFor();
  const left = () => widget.part("panel").evaluate((panel) => Math.round(panel.getBoundingClientRect().left));
  expect(await left()).toBe(50);
  const place = (placement: string) =>
    page.evaluate((value) => document.querySelector("voice-widget")?.setAttribute("placement", value), placement);
  await place("bottom-left");
  await widget.part("launcher").waitFor();
  await expect.poll(() => placeOf(page, "launcher")).toMatchObject({ bottom: 20, pressed: true });
  await place("inline");
  await widget.part("panel").waitFor();
  expect(await left()).toBe(50);
});
