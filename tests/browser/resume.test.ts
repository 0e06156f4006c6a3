import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admin, browser, demo, startDemo } from "../harness/browser/demo-site.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { type Site, startSite } from "../harness/service/website.ts";

let site: Site;

startDemo({ allowMicrophone: false });
beforeAll(async () => {
  site = await startSite(demo.snippet);
});
afterAll(() => site?.close());

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
    // It comes with the code that keeps a conversation.
    await widget.part("launcher-end").waitFor({ state: "attached" });

    await page.reload();
    await widget.part("transcript").getByText("Is there fresh rye?").first().waitFor();
    expect(await widget.status(), "nothing runs, and nothing is paid, until somebody goes on").toBe("idle");
    await expect.poll(() => linesInUse(), { timeout: 30_000 }).toBe(0);
    const before = (await widget.messages()).map(({ text }) => text);

    await say("And milk?");
    await widget.hears("agent", "And milk?");
    expect(asked).toContain(`POST /widget/v1/session/${first}/reconnect`);
    const second = await widget.sessionId();
    expect(second).not.toBe(first);
    const after = (await widget.messages()).map(({ text }) => text);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.filter((text) => text === "Is there fresh rye?")).toHaveLength(1);

    await page.evaluate(() => document.querySelector("voice-widget")?.end());
    await widget.reaches("ended");
    await expect.poll(() => linesInUse(), { timeout: 30_000 }).toBe(0);
    const charged = (await admin.ledger(demo.organization_id)).flatMap(({ session_id }) => session_id ?? []);
    expect(charged.filter((id) => id === first).length).toBeLessThanOrEqual(1);
    expect(charged.filter((id) => id === second).length).toBeLessThanOrEqual(1);

    // What has ended is not kept.
    await page.reload();
    await widget.part("launcher").waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(heard.faults).toEqual([]);
    await page.context().close();
  });
});

const linesInUse = async () => (await admin.organization(demo.organization_id)).lines.in_use;
