import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { admin, browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { eventually } from "../harness/service/operator.ts";
import { addressedTags, type Site, startSite } from "../harness/service/website.ts";

let site: Site;

startDemo({ allowMicrophone: false });
beforeEach(async () => {
  // The address says who is signed in.
  site = await startSite(addressedTags(server.origin, demo.api_key));
});
afterEach(() => site?.close());

describe("a reload in the middle of a conversation", () => {
  test("the transcript and the panel are back; the next words go on with it, and each session is charged once", async () => {
    const page = await (await browser.context()).newPage();
    const heard = listen(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto(site.origin);
    const widget = new Widget(page);
    await widget.part("launcher").click();
    await widget.part("start").waitFor();
    const say = (text: string) =>
      page.evaluate((words) => document.querySelector("voice-widget")?.sendText(words), text);
    await say("Is there fresh rye?");
    await widget.hears("agent", "Is there fresh rye?");
    const first = await widget.sessionId();

    await page.reload();
    await widget.part("transcript").getByText("Is there fresh rye?").first().waitFor();
    expect(await widget.status(), "nothing runs, and nothing is paid, until somebody goes on").toBe("idle");
    await expect.poll(linesInUse).toBe(0);
    const before = (await widget.messages()).map(({ text }) => text);

    await say("And milk?");
    await widget.hears("agent", "And milk?");
    await expect.poll(() => asked).toContain(`POST /widget/v1/session/${first}/reconnect`);
    const second = await widget.sessionId();
    expect(second).not.toBe(first);
    const after = (await widget.messages()).map(({ text }) => text);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.filter((text) => text === "Is there fresh rye?")).toHaveLength(1);

    await page.evaluate(() => document.querySelector("voice-widget")?.end());
    await widget.reaches("ended");
    await expect.poll(linesInUse).toBe(0);
    const charged = (await admin.ledger(demo.organization_id)).flatMap(({ session_id }) => session_id ?? []);
    expect(charged.filter((id) => id === first).length).toBeLessThanOrEqual(1);
    expect(charged.filter((id) => id === second).length).toBeLessThanOrEqual(1);

    // A conversation that has ended is not saved.
    await page.reload();
    await widget.part("launcher").waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(heard.faults).toEqual([]);
    await page.context().close();
  });
});

describe("a conversation belongs to who had it", () => {
  /** The site's page, as it is for somebody who is signed in, or for nobody in particular. */
  async function pageFor(page: Page, user: string | null): Promise<Widget> {
    const { secret } = await admin.call<{ secret: string }>("GET", `/projects/${demo.project_id}/identity-secret`);
    const hash = createHmac("sha256", secret)
      .update(user ?? "")
      .digest("hex");
    await page.goto(`${site.origin}/${user === null ? "" : `?user-id=${user}&user-hash=${hash}`}`);
    return new Widget(page);
  }
  const say = (page: Page, text: string) =>
    page.evaluate((words) => document.querySelector("voice-widget")?.sendText(words), text);
  const WORDS = "My order is number 1024";

  async function talk(page: Page, user: string | null): Promise<Widget> {
    const widget = await pageFor(page, user);
    await widget.part("launcher").click();
    await widget.part("start").waitFor();
    await say(page, WORDS);
    await widget.hears("agent", WORDS);
    return widget;
  }

  test.each([
    ["somebody else", "bob"],
    ["nobody", null],
  ])("after Alice, %s finds nothing of hers in the tab, and does not go on with her session", async (_, next) => {
    const page = await (await browser.context()).newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await talk(page, "alice");

    const widget = await pageFor(page, next);
    await widget.part("launcher").click();
    await widget.part("start").waitFor();
    expect(await widget.messages()).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(WORDS);
    await say(page, "Hello");
    await widget.hears("agent", "Hello");
    expect(asked.filter((path) => path.endsWith("/reconnect"))).toEqual([]);
    expect((await widget.messages()).map(({ text }) => text)).not.toContain(WORDS);
    await page.context().close();
  });

  test("Alice herself can go on with it, and so can a visitor who has signed in meanwhile", async () => {
    for (const before of ["alice", null]) {
      const page = await (await browser.context()).newPage();
      await talk(page, before);
      const widget = await pageFor(page, "alice");
      await widget.part("transcript").getByText(WORDS).first().waitFor();
      await page.context().close();
    }
  });

  test("signing out on the page ends it and deletes what was saved", async () => {
    const page = await (await browser.context()).newPage();
    const widget = await talk(page, "alice");
    const session_id = await widget.sessionId();
    await page.evaluate(() => {
      const element = document.querySelector("voice-widget");
      element?.removeAttribute("user-id");
      element?.removeAttribute("user-hash");
    });
    await widget.reaches("idle");
    expect(await widget.messages()).toEqual([]);
    await eventually(
      () => admin.session(String(session_id)),
      ({ status }) => status === "ended",
    );
    await pageFor(page, null);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.context().close();
  });
});

const linesInUse = async () => (await admin.organization(demo.organization_id)).lines.in_use;
