import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { type Pages, startPages } from "../harness/service/proxied-website.ts";

/** Networks and blockers that let a part of the widget through, or only later. */

let site: Pages;

startDemo();
beforeEach(async () => {
  site = await startPages(server.origin);
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
  await page.goto(site.origin);
  return { page, heard, widget: new Widget(page) };
}

/** A busy machine may need many seconds. */
const PATIENCE = { timeout: 30_000 };
const says = (widget: Widget) => widget.part("launcher").getAttribute("aria-label");

async function chat(widget: Widget, words: string): Promise<void> {
  await widget.part("input").fill(words);
  await widget.part("send").click();
  await widget.hears("agent", words);
}

describe("a service that is down", () => {
  test("leaves a launcher that says so, and comes back by itself", async () => {
    site.block(/config$/);
    const { page, heard, widget } = await visit();
    await expect.poll(() => says(widget), PATIENCE).toBe("Talk to us: We can't be reached");
    site.block(null);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(() => says(widget), PATIENCE).toBe("Talk to us");
    await widget.part("launcher").click();
    await chat(widget, "Are you there again?");
    expect(heard.faults).toEqual([]);
    expect(heard.warnings).toHaveLength(1);
    expect(heard.warnings[0]).toMatch(/cannot be reached.*connect-src/);
  });

  test("is asked again when the visitor opens the panel", async () => {
    site.answer((path) => (path.endsWith("config") ? new Response("<h1>Bad gateway</h1>", { status: 502 }) : null));
    const { heard, widget } = await visit();
    await expect.poll(() => says(widget), PATIENCE).toContain("Something went wrong on our side");
    site.answer(null);
    await widget.part("launcher").click();
    await expect.poll(() => says(widget), PATIENCE).toBe("Talk to us");
    await chat(widget, "And now?");
    expect(heard.faults).toEqual([]);
    expect(heard.warnings).toHaveLength(1);
    expect(heard.warnings[0]).toMatch(/502.*the service is down/);
  });
});

describe("a part of the widget that does not come", () => {
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

  test("at all: the launcher says so, the owner reads why, and the next click that gets through opens it", async () => {
    site.block(/\/assets\//);
    const { page, heard, widget } = await visit();
    await widget.part("launcher").click();
    await expect.poll(() => says(widget), PATIENCE).toBe("Talk to us: ⚠ ↻");
    expect(await widget.part("launcher").getAttribute("aria-expanded")).toBe("false");
    site.block(null);
    await page.mouse.move(5, 5);
    await widget.part("launcher").click();
    await widget.part("panel").waitFor();
    expect(await says(widget)).toBe("Talk to us");
    await chat(widget, "Hello again");
    expect(heard.faults).toEqual([]);
    expect(heard.warnings).toHaveLength(1);
    expect(heard.warnings[0]).toMatch(/no_panel|panel could not be loaded/);
  });
});

describe("a browser that keeps back", () => {
  test("storage and crypto.randomUUID", async () => {
    const { heard, widget } = await visit(`
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { get() { throw new DOMException("The operation is insecure.", "SecurityError"); } });
      delete Crypto.prototype.randomUUID; delete window.requestIdleCallback;`);
    await widget.startCall();
    await widget.reaches("speaking");
    // The fake microphone beeps, and whoever speaks interrupts the answer to what was typed.
    await widget.part("mute").click();
    await chat(widget, "Without any storage");
    expect(heard).toEqual({ warnings: [], faults: [] });
  });
});
