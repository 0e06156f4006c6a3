import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { admin, browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { type Site, startSite } from "../harness/service/website.ts";

let site: Site | undefined;

startDemo();
afterEach(async () => {
  await site?.close();
  site = undefined;
});

const configure = (widget_config: object) => admin.call("PATCH", `/projects/${demo.project_id}`, { widget_config });

/** @param madeClock whether the page's time is the test's: `passTime` lets it go on */
async function visit(body: string, madeClock = false) {
  site = await startSite(
    body.replaceAll("SCRIPT", `src="${server.origin}/voice-widget.js"`).replaceAll("KEY", demo.api_key),
  );
  const page = await (await browser.context()).newPage();
  if (madeClock) await page.clock.install();
  await page.goto(site.origin);
  return { page, widget: new Widget(page) };
}

/** Whatever the page waits for is over: what it loads, and then its timers of that long. */
async function passTime(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.clock.runFor(1_500);
}

const SNIPPET = '<script type="module" SCRIPT></script><voice-widget api-key="KEY"></voice-widget>';
const focused = () => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active?.getAttribute("part") ?? active?.id ?? "";
};

describe("the greeting bubble", () => {
  test("greets beside the launcher in the visitor's language, moves nothing, and stays away once closed", async () => {
    await configure({ features: { greetingBubble: true } });
    const { page, widget } = await visit(SNIPPET.replace("<voice-widget", '<voice-widget locale="de"'));
    await page.evaluate(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) performance.mark(`shift ${JSON.stringify(entry)}`);
      }).observe({ type: "layout-shift", buffered: true });
    });
    const bubble = widget.part("greeting");
    await bubble.waitFor();
    expect(await bubble.textContent()).toBe("Guten Tag! Wie können wir helfen?");
    await page.getByRole("button", { name: "Schließen" }).click();
    await bubble.waitFor({ state: "detached" });
    expect(await page.evaluate(focused)).toBe("launcher");
    expect(await page.evaluate(() => performance.getEntriesByType("mark").map(({ name }) => name))).toEqual([]);

    await page.clock.install();
    const ready = page.waitForResponse((response) => response.url().endsWith("/widget/v1/config"));
    await page.reload();
    await ready;
    await passTime(page);
    expect(await bubble.count()).toBe(0);
  });

  test("says the owner's words, opens the panel, and is gone then", async () => {
    await configure({ features: { greetingBubble: true }, copy: { welcome: "<b>Ahoy</b>, sailor!" } });
    const { widget } = await visit(SNIPPET);
    await widget.part("greeting-text").click();
    await widget.part("panel").waitFor();
    expect(await widget.part("greeting").count()).toBe(0);
    expect(await widget.part("panel").textContent()).toContain("<b>Ahoy</b>, sailor!");
  });

  test("goes while a conversation runs behind the closed panel", async () => {
    await configure({ features: { greetingBubble: true } });
    const { page, widget } = await visit(SNIPPET);
    await widget.part("greeting").waitFor();
    await page.evaluate(() => document.querySelector("voice-widget")?.start({ input: "text" }));
    await widget.part("greeting").waitFor({ state: "detached" });
    expect(await widget.part("panel").isVisible()).toBe(false);
  });

  test("costs nothing where nobody asked for it", async () => {
    const { page, widget } = await visit(SNIPPET, true);
    await passTime(page);
    expect(await widget.part("greeting").count()).toBe(0);
    const scripts = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(scripts.filter((name) => name.includes("/assets/"))).toEqual([]);
  });
});

describe("the page's own trigger", () => {
  test("opens the widget also when it was added later, and gets the focus back", async () => {
    const { page, widget } = await visit(SNIPPET);
    await page.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", '<button id="later" data-voice-widget-open><b>Talk</b></button>');
    });
    await page.getByText("Talk", { exact: true }).click();
    await widget.part("panel").waitFor();
    await page.keyboard.press("Escape");
    await widget.part("panel").waitFor({ state: "hidden" });
    await expect.poll(() => page.evaluate(focused)).toBe("later");
  });

  test("opens the widget that it names, where there are several", async () => {
    const { page } = await visit(
      `${SNIPPET}<voice-widget id="second" api-key="KEY" placement="bottom-left"></voice-widget>
       <button data-voice-widget-open="second">Second</button>`,
    );
    await page.getByText("Second", { exact: true }).click();
    await page.locator("#second [part~=panel]").waitFor();
    expect(await page.locator("voice-widget:not(#second) [part~=panel]").count()).toBe(0);
  });
});
