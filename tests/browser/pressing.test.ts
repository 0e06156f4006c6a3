import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browser, demoPage, startDemo } from "../harness/browser/demo-site.ts";
import { quietMicrophone } from "../harness/browser/quiet-microphone.ts";
import { Widget } from "../harness/browser/widget-page.ts";

/** What comes late is not drawn under the visitor's finger: what it moves away would lose the click. */

startDemo();

/** A chunk that moves the button which starts a call. */
const LATE = /\/starters-/;

/** Runs in the page, before its scripts: these milliseconds last as long as the test takes, on a slow machine too. */
function hold(held: number): void {
  const wait = setTimeout;
  Object.assign(window, {
    setTimeout: (act: () => void, ms = 0, ...rest: unknown[]) => wait(act, ms === held ? 120_000 : ms, ...rest),
  });
}
const PRESS_MS = 1_000;
const FIRST_VIEW_MS = 500;

interface Opened {
  page: Page;
  widget: Widget;
  /** Lets the suggested questions come. */
  answer: () => void;
  /** Where they come from. */
  url: string;
}

/** The launcher is pressed, and the suggested questions are asked for. */
async function open(held?: number): Promise<Opened> {
  const page = await (await browser.context()).newPage();
  await page.addInitScript(quietMicrophone);
  if (held) await page.addInitScript(hold, held);
  let answer = () => {};
  const wanted = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(LATE, async (route) => {
    await wanted;
    await route.continue();
  });
  const asked = page.waitForRequest(LATE);
  await page.goto(demoPage.origin);
  const widget = new Widget(page);
  await widget.part("launcher").click();
  return { page, widget, answer, url: (await asked).url() };
}

/** The open panel, pointed at where a call begins; the suggested questions come when `arrive` is called. */
async function visit(held?: number): Promise<{ page: Page; widget: Widget; arrive: () => Promise<void> }> {
  const { page, widget, answer, url } = await open(held);
  await widget.part("start").hover();
  const arrive = async () => {
    answer();
    // As a text: Vite would make another import of it.
    await page.evaluate(
      `import(${JSON.stringify(url)}).then(() => new Promise(requestAnimationFrame)).then(() => null)`,
    );
  };
  return { page, widget, arrive };
}

test("what comes in time is there when the panel is first seen", async () => {
  const { page, widget, answer } = await open(FIRST_VIEW_MS);
  await page.evaluate(() => new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)));
  expect(await widget.part("start").isVisible()).toBe(false);
  answer();
  await widget.part("start").waitFor();
  expect(await widget.part("starter").first().isVisible()).toBe(true);
});

test("a call that the page asked for does not begin once the page has taken the widget away", async () => {
  const { page, widget, answer, url } = await open(FIRST_VIEW_MS);
  const begun: string[] = [];
  page.on("request", (request) => begun.push(new URL(request.url()).pathname));
  await page.evaluate(async () => {
    const element = document.querySelector("voice-widget");
    element?.start();
    element?.remove();
    Object.assign(window, { element });
    await new Promise((removed) => setTimeout(removed, 300));
  });
  answer();
  await page.evaluate(`import(${JSON.stringify(url)}).then(() => null)`);
  await page.evaluate(() => document.body.append((window as unknown as { element: Element }).element));
  await widget.part("launcher").click();
  await widget.part("start").waitFor();
  expect(await widget.status()).toBe("idle");
  expect(begun).not.toContain("/widget/v1/session");
});

describe("what comes between the press and the release of a button", () => {
  test("does not move it away: the call begins", async () => {
    const { page, widget, arrive } = await visit(PRESS_MS);
    await page.mouse.down();
    await arrive();
    await page.mouse.up();
    await widget.reaches("speaking");
  });

  test("is drawn all the same where the press becomes no click", async () => {
    const { page, widget, arrive } = await visit();
    await page.mouse.down();
    await arrive();
    await page.mouse.move(10, 10);
    await page.mouse.up();
    await widget.part("starter").first().waitFor();
    expect(await widget.status()).toBe("idle");
  });
});
