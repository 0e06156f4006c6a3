import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browser, demoPage, startDemo } from "../harness/browser/demo-site.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";

startDemo();

/** The longest time from the loss of the network to the message, milliseconds. */
const NOTICED_MS = 3_000;

/** In a typed conversation that has begun. */
async function chat() {
  const context = await browser.context();
  const page = await context.newPage();
  const heard = listen(page);
  await page.addInitScript(watchStatus);
  await page.goto(demoPage.origin);
  const widget = new Widget(page);
  await widget.part("launcher").click();
  await say(widget, "Is there rye?");
  await widget.hears("agent", "Is there rye?");
  await widget.reaches("listening");
  return { context, page, widget, heard };
}

async function say(widget: Widget, text: string): Promise<void> {
  await widget.write(text);
}

declare global {
  interface Window {
    /** When each was first noted, by the page's clock below, milliseconds. */
    firsts: Record<string, number>;
    note(name: string): void;
    /** Whether reports reach nobody. */
    cut: boolean;
  }
}

/**
 * Runs in the page: keeps when the network went, and when the visitor read of it. Its clock counts at most a tenth of a
 * second from one frame to the next: what a busy machine withholds from a page, the widget does not lose.
 */
function watchStatus(): void {
  let clock = 0;
  let before = performance.now();
  window.firsts = {};
  window.note = (name) => {
    window.firsts[name] ??= clock;
  };
  const look = () => {
    const now = performance.now();
    clock += Math.min(now - before, 100);
    before = now;
    const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel");
    const text = panel?.shadowRoot?.querySelector("[part=status]")?.textContent ?? "";
    if (text.includes("Reconnecting…")) window.note("shown");
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener("offline", () => window.note("offline"));
}

const between = (page: Page, from: string, to: string) =>
  page.evaluate(([first, last]) => (window.firsts[last] ?? Number.NaN) - (window.firsts[first] ?? Number.NaN), [
    from,
    to,
  ] as const);

describe("the connection", () => {
  test("a browser that goes offline says Reconnecting… at once, and goes on by itself", async () => {
    const { context, page, widget, heard } = await chat();
    await context.setOffline(true);
    await widget.part("status").getByText("Reconnecting…").waitFor();
    await expect.poll(() => between(page, "offline", "shown")).toBeLessThan(NOTICED_MS);
    await say(widget, "Are you there?");
    expect(await widget.part("status").textContent()).toContain("Reconnecting…");
    await context.setOffline(false);
    await widget.hears("agent", "Are you there?");
    await expect.poll(() => widget.part("status").textContent()).not.toContain("Reconnecting…");
    expect(heard.faults).toEqual([]);
    await context.close();
  });

  test("heartbeats that do not arrive are noticed, and so is when they arrive again", async () => {
    const { context, page, widget } = await chat();
    // The words come through; from the agent's answer on, no report does. In the page: a driver would take its time.
    await page.evaluate(() => {
      const send = window.fetch;
      window.cut = true;
      window.fetch = async (input, init) => {
        if (!window.cut || !String(init?.body).includes("agent_transcript")) return send(input, init);
        window.note("failed");
        throw new TypeError("Failed to fetch");
      };
    });
    await say(widget, "And milk?");
    await expect.poll(() => between(page, "failed", "shown")).toBeLessThan(NOTICED_MS);
    await page.evaluate(() => {
      window.cut = false;
    });
    await expect.poll(() => widget.part("status").textContent()).not.toContain("Reconnecting…");
    await say(widget, "And rye?");
    await widget.hears("agent", "And rye?");
    await context.close();
  });

  test("a fault of the service is not blamed on the visitor's internet", async () => {
    const page = await (await browser.context()).newPage();
    await page.route("**/widget/v1/session", (route) => route.fulfill({ status: 500, json: { detail: "Internal" } }));
    await page.goto(demoPage.origin);
    const widget = new Widget(page);
    await widget.part("launcher").click();
    await say(widget, "Is there rye?");
    const notice = widget.part("notice");
    await notice.getByText("Something went wrong on our side").waitFor();
    expect(await notice.textContent()).not.toMatch(/internet/i);
    await page.context().close();
  });

  test("without credit nothing is offered that would fail", async () => {
    const { context, page, widget } = await chat();
    // In the page, as Firefox tells a route nothing of what is sent; what was said before is still on its way.
    await page.evaluate(() => {
      const send = window.fetch;
      const session = { status: "ended", remaining_seconds: 0, end_reason: "credit_exhausted" };
      window.fetch = async (input, init) =>
        String(init?.body).includes("And milk?")
          ? Response.json({ success: true, accepted: 1, session })
          : send(input, init);
    });
    await say(widget, "And milk?");
    await widget.reaches("ended");
    await page.locator("voice-widget [data-reason=credit_exhausted]").waitFor();
    expect(await widget.part("start").count()).toBe(0);
    expect(await widget.part("composer").count()).toBe(0);
    await context.close();
  });
});
