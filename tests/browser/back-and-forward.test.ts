import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inFirefox } from "../harness/browser/browser.ts";
import { admin, browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { eventually } from "../harness/service/operator.ts";
import { elementTags, type Site, startSite } from "../harness/service/website.ts";

let site: Site;
let widget: Widget;
/** How long the site takes for a page, milliseconds. */
let pace = 0;

startDemo({ allowMicrophone: false });
beforeAll(async () => {
  // One file for all pages: the number in the address says which.
  site = await startSite(async () => {
    await pause(pace);
    return `<script>addEventListener("pageshow", ({ persisted }) => Object.assign(window, { persisted }))</script>
<nav>${[1, 2, 3].map((page) => `<a id="to-${page}" href="/?${page}">${page}</a>`)}</nav>${elementTags(server.origin, demo.api_key)}`;
  });
});
afterAll(() => site?.close());
beforeEach(async () => {
  pace = 0;
  const page = await (await browser.context()).newPage();
  widget = new Widget(page);
  await page.goto(`${site.origin}/?1`);
});

const linesInUse = async () => (await admin.organization(demo.organization_id)).lines.in_use;
const isAt = (page: number) => widget.page.waitForFunction((search) => location.search === search, `?${page}`);

async function follow(page: number): Promise<void> {
  await widget.page.locator(`#to-${page}`).click();
  await isAt(page);
}

/** By the browser's button; the page must come out of its cache. */
async function go(delta: 1 | -1, page: number): Promise<void> {
  await widget.page.evaluate((steps) => setTimeout(() => history.go(steps)), delta);
  await isAt(page);
  await widget.page.waitForFunction("persisted");
}

async function chat(words: string): Promise<void> {
  await widget.page.evaluate((text) => document.querySelector("voice-widget")?.sendText(text), words);
  await widget.hears("agent", words);
}

const shows = (words: string) => widget.part("transcript").getByText(words).first().waitFor();

// Over WebDriver BiDi, Playwright never learns that Firefox has finished a step back to a kept page: each locator then waits for it.
const testBack = test.skipIf(inFirefox);

describe("a page that the browser keeps for 'back'", () => {
  test("ends its session as it is left, so that the line is free at once, and leaves the conversation to the next", async () => {
    await widget.part("launcher").click();
    await chat("Said on the first page");
    const session = await widget.sessionId();
    await follow(2);
    await shows("Said on the first page");
    const { end_reason } = await eventually(
      () => admin.session(String(session)),
      ({ status }) => status === "ended",
    );
    expect(end_reason).toBe("visitor_left");
    expect(await linesInUse()).toBe(0);
    expect(await widget.status()).toBe("idle");
  });

  // Firefox closes sockets at the click, long before it leaves the page.
  test("ends it no sooner where the next page takes its time", async () => {
    await widget.part("launcher").click();
    await chat("Said before a slow page");
    const session = String(await widget.sessionId());
    pace = 1_500;
    await follow(2);
    await shows("Said before a slow page");
    const { end_reason } = await eventually(
      () => admin.session(session),
      ({ status }) => status === "ended",
    );
    expect(end_reason).toBe("visitor_left");
  });

  test("keeps its session where a link leads to no page, as one that saves a file", async () => {
    await widget.part("launcher").click();
    await chat("Before the file");
    const session = await widget.sessionId();
    const answer = widget.page.waitForResponse((response) => response.url().endsWith("/file"));
    await widget.page.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", `<a id="file" href="/file">File</a>`);
      document.querySelector<HTMLElement>("#file")?.click();
    });
    await answer;
    await chat("After the file");
    expect(await widget.sessionId()).toBe(session);
    expect(await widget.status()).not.toBe("ended");
  });

  testBack("takes the conversation back from the page that went on with it", async () => {
    await widget.part("launcher").click();
    await chat("First");
    await follow(2);
    await shows("First");
    await chat("Second");
    await go(-1, 1);
    await shows("Second");
    expect(await widget.status()).toBe("idle");
    await chat("Third");
    const said = (await widget.messages()).filter(({ role }) => role === "user").map(({ text }) => text);
    expect(said).toEqual(["First", "Second", "Third"]);
    await go(1, 2);
    await shows("Third");
  });

  testBack("holds nothing any more of a conversation that another page has ended", async () => {
    await widget.part("launcher").click();
    await chat("First");
    await follow(2);
    await shows("First");
    await chat("Second");
    await widget.page.evaluate(() => document.querySelector("voice-widget")?.end());
    await widget.reaches("ended");
    await go(-1, 1);
    await widget.reaches("idle");
    expect(await widget.messages()).toEqual([]);
  });
});

testBack("a page without a conversation takes the one that began on another page", async () => {
  await widget.part("launcher").waitFor();
  await follow(2);
  await widget.part("launcher").click();
  await chat("Said on the second page");
  await go(-1, 1);
  await shows("Said on the second page");
});

testBack("a conversation that is not continued goes along over many pages, back and forward", async () => {
  await widget.part("launcher").click();
  await chat("Said on the first page");
  await follow(2);
  await shows("Said on the first page");
  await follow(3);
  await shows("Said on the first page");
  await go(-1, 2);
  await shows("Said on the first page");
  await go(-1, 1);
  await shows("Said on the first page");
  await go(1, 2);
  await shows("Said on the first page");
  await chat("And on");
  expect((await widget.messages()).filter(({ text }) => text === "Said on the first page")).toHaveLength(1);
});
