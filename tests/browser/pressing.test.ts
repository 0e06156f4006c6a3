import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browser, demoPage, startDemo } from "../harness/browser/demo-site.ts";
import { quietMicrophone } from "../harness/browser/quiet-microphone.ts";
import { Widget } from "../harness/browser/widget-page.ts";

/** What comes late is not drawn under the visitor's finger: what it moves away would lose the click. */

startDemo();

/** A chunk that moves the button which starts a call. */
const LATE = /\/starters-/;

/** Runs in the page, before its scripts: a press lasts as long as the test takes, on a slow machine too. */
function holdPresses(): void {
  const wait = setTimeout;
  Object.assign(window, {
    setTimeout: (act: () => void, ms = 0, ...rest: unknown[]) => wait(act, ms === 1_000 ? 120_000 : ms, ...rest),
  });
}

/** The open panel, pointed at where a call begins; the suggested questions come when `arrive` is called. */
async function visit(before?: () => void): Promise<{ page: Page; widget: Widget; arrive: () => Promise<void> }> {
  const page = await (await browser.context()).newPage();
  await page.addInitScript(quietMicrophone);
  if (before) await page.addInitScript(before);
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
  const url = (await asked).url();
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

describe("what comes between the press and the release of a button", () => {
  test("does not move it away: the call begins", async () => {
    const { page, widget, arrive } = await visit(holdPresses);
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
