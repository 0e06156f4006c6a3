import type { BrowserContext } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { elementTags, startSite } from "../harness/service/website.ts";

/** Two tabs of one site, and one microphone. */

startDemo();

/** What the fake microphone may make of a call that goes on. */
const TALKING = ["listening", "thinking", "speaking"];

let site: Awaited<ReturnType<typeof startSite>>;
let context: BrowserContext;
beforeEach(async () => {
  site = await startSite(elementTags(server.origin, demo.api_key));
  context = await browser.context();
});
afterEach(async () => {
  await site.close();
});

async function tab(): Promise<Widget> {
  const page = await context.newPage();
  await page.goto(site.origin);
  const widget = new Widget(page);
  await widget.part("launcher").click();
  await widget.part("start").waitFor();
  return widget;
}
async function talkingTab(): Promise<Widget> {
  const widget = await tab();
  await widget.part("start").click();
  await widget.reaches("listening", "speaking");
  return widget;
}
const asked = (widget: Widget) => widget.part("notice").filter({ hasText: "You are talking in another tab" });

test("a call asks before it takes over another tab's, and then that one ends", async () => {
  const first = await talkingTab();
  const second = await tab();
  await second.part("start").click();
  await asked(second).waitFor();
  await expect
    .poll(() => second.part("talk-here").evaluate((own) => own.matches(":focus") && own.checkVisibility()))
    .toBe(true);
  expect(TALKING).toContain(await first.status());
  expect(await second.status()).toBe("idle");

  // Typing disturbs no call.
  await second.write("Is there rye?");
  await second.hears("agent", "Is there rye?");
  await second.part("voice").waitFor();
  expect(TALKING).toContain(await first.status());
  await second.page.evaluate(() => document.querySelector("voice-widget")?.end());
  await second.reaches("ended");

  await second.page.evaluate(() => document.querySelector("voice-widget")?.start({ input: "voice" }));
  await second.part("talk-here").click();
  await second.reaches("listening", "speaking");
  await first.reaches("ended");
  await first.page.close();
});

test("a chat that becomes a call asks as well, and goes on in writing until the visitor says so", async () => {
  const first = await talkingTab();
  const second = await tab();
  await second.write("Is there rye?");
  await second.hears("agent", "Is there rye?");
  await second.part("voice").click();
  await asked(second).waitFor();
  expect(TALKING).toContain(await first.status());
  await second.write("And oats?");
  await second.hears("agent", "And oats?");
  expect(TALKING).toContain(await first.status());
  await second.part("talk-here").click();
  await first.reaches("ended");
  await second.part("mute").waitFor();
});

test("also where the owner's settings come late, the third tab asks, and the second goes on", async () => {
  const first = await talkingTab();
  const second = await tab();
  await second.part("start").click();
  await second.part("talk-here").click();
  await second.reaches("listening", "speaking");
  await first.reaches("ended");

  const page = await context.newPage();
  let answer = () => {};
  const answered = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/widget/v1/config", async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto(site.origin);
  const third = new Widget(page);
  await third.part("launcher").click();
  await third.part("start").click();
  await third.reaches("connecting");
  answer();
  await asked(third).waitFor();
  expect(TALKING).toContain(await second.status());
});

test("the question goes with the other call; what a crash has left asks nobody", async () => {
  const first = await talkingTab();
  const second = await tab();
  await second.part("start").click();
  await asked(second).waitFor();
  await first.page.evaluate(() => document.querySelector("voice-widget")?.end());
  await asked(second).waitFor({ state: "detached" });
  await first.page.close();

  await second.page.evaluate(() => localStorage.setItem("voice-widget:call", ""));
  await second.part("start").click();
  await second.reaches("listening", "speaking");
  await second.page.close();
});
