import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { admin, browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { elementTags, startSite } from "../harness/service/website.ts";

/** How the launcher behaves on the pages that it stands on. */

startDemo({ reducedMotion: true, allowMicrophone: false });

const PHONE = { width: 390, height: 700 };
const LONG = '<main style="height:3000px"><h1>A shop</h1></main>';

let closeSite: (() => Promise<void>) | undefined;
afterEach(async () => {
  await closeSite?.();
  closeSite = undefined;
});

async function visit(before: string, attributes = "", window = { width: 1280, height: 760 }): Promise<Widget> {
  const tags = elementTags(server.origin, demo.api_key).replace("<voice-widget", `<voice-widget ${attributes}`);
  const site = await startSite(`${before}${tags}`);
  closeSite = site.close;
  const page = await (await browser.context()).newPage();
  await page.setViewportSize(window);
  await page.goto(site.origin);
  const widget = new Widget(page);
  await widget.part("launcher").waitFor();
  return widget;
}

const box = async (widget: Widget) =>
  (await widget.part("launcher").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const ground = (page: Page) =>
  page.evaluate(() => {
    const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel");
    return getComputedStyle(panel?.shadowRoot?.querySelector(".panel") as Element).backgroundColor;
  });

describe("on a phone", () => {
  test("it is a circle once the visitor has scrolled, and says its name still", async () => {
    const widget = await visit(LONG, "", PHONE);
    expect((await box(widget)).width).toBeGreaterThan(100);
    await widget.page.evaluate(() => scrollTo(0, 300));
    await expect.poll(async () => (await box(widget)).width).toBe(56);
    expect((await box(widget)).height).toBe(56);
    expect(await widget.part("launcher").getAttribute("aria-label")).toBe("Talk to us");
  });

  test("on a wide page it keeps its words", async () => {
    const widget = await visit(LONG);
    await widget.page.evaluate(() => scrollTo(0, 300));
    await widget.page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
    expect((await box(widget)).width).toBeGreaterThan(100);
  });
});

describe("in a page that is read from right to left", () => {
  const RIGHT_TO_LEFT = "<script>document.documentElement.dir = 'rtl'</script>";

  test("it stands at the left", async () => {
    const widget = await visit(RIGHT_TO_LEFT);
    expect((await box(widget)).x).toBeLessThan(100);
    await widget.part("launcher").click();
    await widget.part("start").waitFor();
    expect((await widget.part("panel").boundingBox())?.x).toBeLessThan(100);
  });

  test("the owner's corner holds", async () => {
    const widget = await visit(RIGHT_TO_LEFT, 'placement="bottom-right"');
    expect((await box(widget)).x).toBeGreaterThan(600);
  });
});

describe("theme=auto looks at the page's ground", () => {
  const LIGHT = "rgb(255, 255, 255)";
  const open = async (widget: Widget) => {
    await widget.part("launcher").click();
    await widget.part("start").waitFor();
    return ground(widget.page);
  };

  test.each([
    ["a dark body", "body{background:#101820}"],
    ["a dark root", "html{background:#000}"],
    ["in oklch", "body{background:oklch(0.21 0.04 265)}"],
  ])("%s has the dark theme, though the visitor's system is light", async (_what, css) => {
    const widget = await visit(`<style>${css}</style>`);
    expect(await open(widget)).not.toBe(LIGHT);
    expect(
      await widget.page.evaluate(() => getComputedStyle(document.querySelector("voice-widget") as Element).colorScheme),
    ).toBe("dark");
  });

  test.each([
    ["a light body on a dark root", "html{background:#000} body{background:#fafafa}", ""],
    ["a strong colour", "body{background:#d4145a}", ""],
    ["in oklch", "body{background:oklch(0.97 0.01 265)}", ""],
    ["the owner's own theme", "body{background:#000}", 'theme="light"'],
  ])("%s has the light one", async (_what, css, attributes) => {
    const widget = await visit(`<style>${css}</style>`, attributes);
    expect(await open(widget)).toBe(LIGHT);
  });

  test("a page that becomes dark has it when the panel is opened again", async () => {
    const widget = await visit("");
    expect(await open(widget)).toBe(LIGHT);
    await widget.part("close").click();
    await widget.page.evaluate(() => {
      document.body.style.background = "#111";
    });
    await widget.part("launcher").click();
    await expect.poll(() => ground(widget.page)).not.toBe(LIGHT);
  });
});

test("outside of opening hours it says when it opens, before anybody has touched it", async () => {
  const at = new Date(Date.now() + 26 * 3_600_000);
  const day = (["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const)[at.getUTCDay()] ?? "mon";
  const hours = (closed: string | undefined) => ({ time_zone: "UTC", week: { [day]: [["00:00", "24:00"]] }, closed });
  await admin.call("PATCH", `/projects/${demo.project_id}`, { hours: hours("notice") });
  const widget = await visit("");
  const label = widget.part("launcher");
  await expect.poll(() => label.textContent()).toMatch(/^We open \w+ (at )?\d+:00.[AP]M$/);
  expect(await label.getAttribute("aria-label")).toMatch(/^Talk to us: We open /);
  expect(
    await widget.page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => /panel-/.test(name))),
  ).toBe(false);
  // Where visitors may talk all the same, it is open to them.
  await admin.call("PATCH", `/projects/${demo.project_id}`, { hours: hours(undefined) });
  await widget.page.reload();
  await widget.part("launcher").waitFor();
  await expect.poll(() => label.textContent()).toBe("Talk to us");
  await admin.call("PATCH", `/projects/${demo.project_id}`, { hours: null });
});

test("opened by keyboard only the focused control has a ring, and Escape gives the focus back", async () => {
  const widget = await visit("");
  const launcher = widget.part("launcher");
  await launcher.focus();
  await widget.page.keyboard.press("Enter");
  await widget.part("start").waitFor();
  const ringed = () =>
    widget.page.evaluate(() => {
      const shadow = document.querySelector("voice-widget")?.shadowRoot;
      const panel = shadow?.querySelector("voice-widget-panel")?.shadowRoot;
      return [document, shadow, panel]
        .flatMap((root) => [...(root?.querySelectorAll<HTMLElement>("*") ?? [])])
        .filter((element) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          return outlineStyle !== "none" && outlineWidth !== "0px";
        })
        .map((element) => element.getAttribute("part") ?? element.localName);
    });
  await expect.poll(ringed).toHaveLength(1);
  expect(await ringed()).not.toContain("launcher");
  await widget.page.keyboard.press("Escape");
  await expect.poll(ringed).toEqual(["launcher"]);
});
