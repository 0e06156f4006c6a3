import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { quietMicrophone } from "../harness/browser/quiet-microphone.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { type ProxiedWebsite, startProxiedWebsite } from "../harness/service/proxied-website.ts";

/** Networks and blockers that let a part of the widget through, or only later. */

let site: ProxiedWebsite;

startDemo();
beforeEach(async () => {
  site = await startProxiedWebsite(server.origin);
});
afterEach(() => site?.close());

/** A visitor on a page that gets everything from its own origin. */
async function visit(script = "") {
  site.put(
    "/",
    `<!doctype html><html lang="en"><title>A site</title><script>${script}</script>
     <script type="module" src="/voice-widget.js"></script><voice-widget api-key="${demo.api_key}"></voice-widget></html>`,
  );
  const page = await (await browser.context()).newPage();
  const heard = listen(page);
  await page.addInitScript(quietMicrophone);
  await page.goto(site.origin);
  return { page, heard, widget: new Widget(page) };
}

const says = (widget: Widget) => widget.part("launcher").getAttribute("aria-label");

/** What of a page is not the widget's: its elements, its styles, and what its scripts find in the window. */
const untouched = (page: Page) =>
  page.evaluate(() => {
    const own = [...document.querySelectorAll("*")].filter(({ localName }) => localName !== "voice-widget");
    return {
      elements: own.map((one) => `${one.localName} ${one.getAttributeNames()} ${getComputedStyle(one).cssText}`),
      sheets: document.adoptedStyleSheets.length + document.styleSheets.length,
      // What scripts put there, without Lit's count of its copies and what Playwright types with in Firefox.
      names: Object.keys(window).filter((name) => !/^(?:lit\w+|\w+Versions|__pw_\w+)$/.test(name)),
    };
  });

/** As a proxy answers in a service's place. */
const errorPage = (path: string) =>
  path.includes("/assets/")
    ? new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "content-type": "text/html" } })
    : null;

async function chat(widget: Widget, words: string): Promise<void> {
  await widget.write(words);
  await widget.hears("agent", words);
}

describe("a service that is down", () => {
  test("leaves a launcher that says so, and comes back by itself", async () => {
    site.block(/config$/);
    const { page, heard, widget } = await visit();
    await expect.poll(() => says(widget)).toBe("Talk to us: We can’t be reached");
    site.block(null);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(() => says(widget)).toBe("Talk to us");
    await widget.part("launcher").click();
    await chat(widget, "Are you there again?");
    await expect.poll(() => heard.warnings).toEqual([expect.stringMatching(/cannot be reached.*connect-src/)]);
    expect(heard.faults).toEqual([]);
  });

  test("is asked again when the visitor opens the panel", async () => {
    site.answer((path) => (path.endsWith("config") ? new Response("<h1>Bad gateway</h1>", { status: 502 }) : null));
    const { heard, widget } = await visit();
    await expect.poll(() => says(widget)).toContain("Something went wrong on our side");
    site.answer(null);
    await widget.part("launcher").click();
    await expect.poll(() => says(widget)).toBe("Talk to us");
    await chat(widget, "And now?");
    await expect.poll(() => heard.warnings).toEqual([expect.stringMatching(/502.*the service is down/)]);
    expect(heard.faults).toEqual([]);
  });
});

describe("a part of the widget that does not load", () => {
  test.each([
    ["panel", /^\/assets\/panel-/],
    ["protocol and a part of the panel", /^\/assets\/(openai-realtime|websocket|ending)-/],
    ["whole folder", /^\/assets\//],
  ])("at its first address: the %s comes from the second one, unnoticed", async (_what, blocked) => {
    site.block(blocked);
    const { heard, widget } = await visit();
    await widget.part("launcher").click();
    await chat(widget, "Is anybody there?");
    await widget.part("end").first().click();
    await widget.reaches("ended");
    await widget.part("star").last().click();
    expect(site.asked.filter((path) => path.startsWith("/again/assets/"))).not.toEqual([]);
    expect(heard).toEqual({ warnings: [], faults: [] });
  });

  test.each([
    ["at all", () => site.block(/\/assets\//)],
    ["but comes as a page about an error", () => site.answer(errorPage)],
  ])(
    "%s: the launcher says so, the owner reads why, and the next click that gets through opens it",
    async (_what, fail) => {
      fail();
      const { page, heard, widget } = await visit();
      await widget.part("launcher").click();
      await expect.poll(() => widget.part("launcher").textContent()).toBe("⚠ ↻");
      // A name in words: signs are read out as what they are called.
      expect(await says(widget)).toBe("Talk to us");
      // The pointer alone asks for the panel: that may have failed before the click opens it.
      await expect.poll(() => widget.part("launcher").getAttribute("aria-expanded")).toBe("false");
      site.block(null);
      site.answer(null);
      await page.mouse.move(5, 5);
      await widget.part("launcher").click();
      await widget.part("panel").waitFor();
      expect(await widget.part("launcher").textContent()).not.toContain("⚠");
      expect(await says(widget)).toBe("Talk to us");
      await chat(widget, "Hello again");
      await expect.poll(() => heard.warnings).toEqual([expect.stringMatching(/no_panel|panel could not be loaded/)]);
      // Firefox itself says what it did not take for a script.
      expect(heard.faults.filter((one) => !one.includes("disallowed MIME type"))).toEqual([]);
    },
  );
});

describe("settings of 100 KB", () => {
  test("are shown as far as they can be, and the owner reads once what is left out", async () => {
    const real = (await (
      await fetch(`${server.origin}/widget/v1/config`, { headers: { "X-API-Key": demo.api_key, Origin: site.origin } })
    ).json()) as { widget_config: { copy: object }; launcher_labels: object };
    const labels = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`x${index}`, "Not for you"]));
    const large = JSON.stringify({
      ...real,
      launcher_labels: { ...labels, ...real.launcher_labels },
      widget_config: { ...real.widget_config, copy: { ...real.widget_config.copy, welcome: "w".repeat(70_000) } },
    });
    expect(large.length).toBeGreaterThan(100_000);
    site.answer((path) => (path.endsWith("config") ? new Response(large) : null));
    const { page, heard, widget } = await visit();
    const before = await untouched(page);
    await expect.poll(() => says(widget)).toBe("Talk to us");
    await widget.part("launcher").click();
    await chat(widget, "So much to read");
    await expect.poll(() => heard.warnings).toEqual([expect.stringMatching(/welcome/)]);
    expect(heard.warnings[0]?.length).toBeLessThan(500);
    expect(await untouched(page)).toEqual(before);
    expect(heard.faults).toEqual([]);
  });
});

describe("a browser that lacks", () => {
  test("mixed and relative colours: the launcher has the owner's colours, but is plainer; the console says why, once", async () => {
    // As a browser does that does not know them: the declaration goes, or the whole block that asks for them. All of these
    // are older than AbortSignal.any.
    const { page, heard, widget } = await visit(`
      delete AbortSignal.any;
      const { supports } = CSS;
      CSS.supports = (...asked) => !/color-mix|from /.test(asked.join(" ")) && supports.apply(CSS, asked);
      const { replaceSync } = CSSStyleSheet.prototype;
      CSSStyleSheet.prototype.replaceSync = function (css) {
        replaceSync.call(this, css.replace(/@supports \\(color: ?(color|oklch)/g, "@supports (no: color").replace(/color-mix\\(/g, "no-mix("));
      };`);
    const before = await untouched(page);
    const launcher = widget.part("launcher");
    const painted = () =>
      launcher.evaluate((button) => {
        const { backgroundColor, color, boxShadow } = getComputedStyle(button);
        return { backgroundColor, color, boxShadow, width: button.getBoundingClientRect().width > 56 };
      });
    // The default look comes before the owner's settings.
    await expect.poll(painted).toEqual({
      backgroundColor: "rgb(14, 97, 112)",
      color: "rgb(255, 255, 255)",
      // Of the accent itself, not of a mixture.
      boxShadow: "rgb(14, 97, 112) 0px 8px 24px -9px",
      width: true,
    });
    await launcher.click();
    await widget.part("start").waitFor();
    await expect.poll(() => heard.warnings).toEqual([expect.stringMatching(/color-mix.*Chrome \d+/)]);
    expect(await untouched(page)).toEqual(before);
    expect(heard.faults).toEqual([]);
  });

  test("constructed style sheets: nothing is drawn; the console says why, once", async () => {
    const { page, heard } = await visit(`
      CSS.supports = () => false; delete AbortSignal.any;
      delete CSSStyleSheet.prototype.replaceSync; delete ShadowRoot.prototype.adoptedStyleSheets;`);
    await expect.poll(() => heard.warnings).toEqual([expect.stringMatching(/color-mix.*Chrome \d+/)]);
    const widget = page.locator("voice-widget");
    expect(await widget.evaluate((element) => [element.shadowRoot, element.getBoundingClientRect().height])).toEqual([
      null,
      0,
    ]);
    expect(heard.faults).toEqual([]);
  });

  test("a signal of several signals: the console says, once, that calls may fail", async () => {
    const { heard, widget } = await visit("delete AbortSignal.any;");
    await widget.part("launcher").click();
    await expect.poll(() => heard.warnings).toEqual([expect.stringMatching(/AbortSignal\.any.*Chrome 116/)]);
  });

  test("storage and crypto.randomUUID", async () => {
    const { heard, widget } = await visit(`
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { get() { throw new DOMException("The operation is insecure.", "SecurityError"); } });
      delete Crypto.prototype.randomUUID; delete window.requestIdleCallback;`);
    await widget.startCall();
    await widget.reaches("speaking");
    await widget.part("mute").click();
    await chat(widget, "Without any storage");
    expect(heard).toEqual({ warnings: [], faults: [] });
  });

  test.each([
    ["Web Audio", "delete window.AudioContext"],
    [
      "a sound output, so that its constructor throws",
      "AudioContext = function () { throw new DOMException('', 'NotSupportedError') }",
    ],
    ["an element for sound, as an extension that blocks it puts nothing in its place", "Audio = undefined"],
  ])("%s: the visitor is told, and goes on in writing", async (_what, script) => {
    const { heard, widget } = await visit(script);
    await widget.part("launcher").click();
    await widget.part("settings-toggle").click();
    await widget.part("done").click();
    await widget.part("start").click();
    await widget.part("notice").getByText("Sound is off").waitFor();
    await widget.part("type-instead").click();
    await widget.part("notice").waitFor({ state: "detached" });
    await chat(widget, "In writing, then");
    await widget.part("voice").click();
    await widget.part("notice").getByText("Sound is off").waitFor();
    expect(heard).toEqual({ warnings: [], faults: [] });
  });

  test.each([
    ["never begins", "new Promise(() => {})"],
    ["is refused", "Promise.reject(new DOMException('', 'NotAllowedError'))"],
    ["throws", "(() => { throw new DOMException('', 'InvalidStateError') })()"],
  ])("sound that %s: the visitor is told, and goes on in writing", async (_what, resumed) => {
    const { heard, widget } = await visit(`
      Object.defineProperty(AudioContext.prototype, "state", { get: () => "suspended" });
      AudioContext.prototype.resume = () => ${resumed};`);
    await widget.startCall();
    await widget.part("notice").getByText("Sound is off").waitFor();
    await widget.part("retry").click();
    await chat(widget, "In writing, then");
    expect(heard).toEqual({ warnings: [], faults: [] });
  });
});
