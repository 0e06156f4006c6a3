import { afterEach, describe, expect, test } from "vitest";
import { atRest, bringAxe, violations } from "../harness/browser/axe.ts";
import type { TestBrowser } from "../harness/browser/browser.ts";
import { admin, demo, demoPage, server, startDemo } from "../harness/browser/demo-site.ts";
import { openBrowser } from "../harness/browser/shared-browser.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { eventually } from "../harness/service/operator.ts";

let browser: TestBrowser | undefined;
startDemo();

afterEach(async () => {
  await browser?.close();
  browser = undefined;
});

const CLOSED = { time_zone: "UTC", week: {}, closed: "contact" };
const setHours = (hours: object | null) => admin.call("PATCH", `/projects/${demo.project_id}`, { hours });
const setLines = (voice_lines: number) =>
  admin.call("PATCH", `/organizations/${demo.organization_id}`, { voice_lines });
const contacts = async () =>
  (await admin.call<{ items: { email: string; message: string }[] }>("GET", `/projects/${demo.project_id}/contacts`))
    .items;

async function open(allowMicrophone = false): Promise<Widget> {
  browser = await openBrowser({ allowMicrophone });
  const widget = new Widget(await browser.visit(demoPage.origin));
  await widget.part("launcher").click();
  return widget;
}

describe("outside of opening hours", () => {
  test("the visitor leaves a contact by keyboard; wrong addresses are explained, and nothing typed is lost", async () => {
    await setHours(CLOSED);
    const widget = await open();
    await widget.part("closed").waitFor();
    expect(await widget.part("start").count()).toBe(0);
    expect(await widget.part("input").count()).toBe(0);
    const form = widget.part("contact-form");
    await bringAxe(widget.page);
    await atRest(widget.page);
    expect(await violations(widget.page, false)).toEqual([]);
    await form.locator("[name=email]").fill("ada@nowhere");
    await form.locator("[name=message]").fill("<b>Please</b> write 👋");
    await form.locator("[name=email]").press("Enter");
    await form.locator("#contact-email-fault").waitFor();
    expect(await form.locator("[name=email]").inputValue()).toBe("ada@nowhere");
    await form.locator("[name=email]").press("ControlOrMeta+a");
    await form.locator("[name=email]").pressSequentially("ada@example.com");
    await form.locator("[name=consent]").press("Space");
    await widget.part("contact-send").press("Enter");
    await widget.part("contact-sent").waitFor();
    const kept = await eventually(contacts, (items) => items.length > 0);
    expect(kept).toMatchObject([{ email: "ada@example.com", message: "<b>Please</b> write 👋" }]);
  });

  test("a pasted message that is too long stays whole, and the visitor reads how long it may be", async () => {
    await setHours(CLOSED);
    const widget = await open();
    const form = widget.part("contact-form");
    const message = form.locator("[name=message]");
    const pasted = `${"x".repeat(4_000)} My number is 555 0100.`;
    await message.focus();
    // As a paste comes in, which a browser cuts where it knows of a limit.
    await widget.page.keyboard.insertText(pasted);
    expect(await message.inputValue()).toBe(pasted);
    await form.locator("[name=email]").fill("ada@example.com");
    await form.locator("[name=consent]").check();
    await widget.part("contact-send").click();
    await expect.poll(() => form.locator("#contact-message-fault").textContent()).toBe("Use at most 4,000 characters.");
    await message.fill("My number is 555 0100.");
    await widget.part("contact-send").click();
    await widget.part("contact-sent").waitFor();
  });

  test("a number in the visitor's own digits is taken", async () => {
    await setHours(CLOSED);
    const widget = await open();
    const form = widget.part("contact-form");
    await form.locator("[name=phone]").fill("۰۹۱۲ ۳۴۵ ۶۷۸۹");
    await form.locator("[name=consent]").check();
    await widget.part("contact-send").click();
    await widget.part("contact-sent").waitFor();
  });

  test("of several wrong fields the keyboard is led to the first, in the order in which they stand", async () => {
    await setHours(CLOSED);
    const widget = await open();
    const form = widget.part("contact-form");
    await form.locator("[name=name]").fill("x".repeat(201));
    await form.locator("[name=email]").fill("ada@nowhere");
    await widget.part("contact-send").click();
    await form.locator("#contact-email-fault").waitFor();
    await form.locator("#contact-name-fault").waitFor();
    expect(await form.evaluate((one) => (one.getRootNode() as ShadowRoot).activeElement?.id)).toBe("contact-name");
  });

  test("a notice alone says that it is closed", async () => {
    await setHours({ ...CLOSED, closed: "notice" });
    const widget = await open();
    await widget.part("closed").waitFor();
    expect(await widget.part("contact-form").count()).toBe(0);
  });

  test("there is no launcher where the owner hides it, and it is back with the hours", async () => {
    await setHours({ ...CLOSED, closed: "hide" });
    browser = await openBrowser({ allowMicrophone: false });
    const { page, part } = new Widget(await browser.visit(demoPage.origin));
    await part("launcher").waitFor({ state: "attached" });
    await part("launcher").waitFor({ state: "hidden" });
    await setHours(null);
    await page.reload();
    await part("launcher").waitFor({ state: "visible" });
  });
});

describe("a contact that the service does not take", () => {
  const cases: [status: number, body: object, says: RegExp][] = [
    [401, { detail: "Invalid API key or origin" }, /not available here right now/],
    [429, { detail: { minute_count: 120 } }, /very busy right now/],
    [500, { detail: "Internal error" }, /went wrong on our side/],
    [422, { detail: [{ loc: ["body", "email"], msg: "no" }] }, /not accepted. Check them/],
  ];
  test("says why, and keeps what was typed", async () => {
    await setHours(CLOSED);
    const widget = await open();
    const form = widget.part("contact-form");
    await form.locator("[name=email]").fill("ada@example.com");
    await form.locator("[name=consent]").check();
    for (const [status, body, says] of cases) {
      await widget.page.route("**/widget/v1/contacts", (route) => route.fulfill({ status, json: body }));
      await widget.part("contact-send").click();
      await form.getByRole("alert").filter({ hasText: says }).waitFor();
      await widget.page.unroute("**/widget/v1/contacts");
      expect(await form.locator("[name=email]").inputValue()).toBe("ada@example.com");
    }
    await widget.part("contact-send").click();
    await widget.part("contact-sent").waitFor();
  });
});

describe("while all lines are busy", () => {
  test("the visitor waits, is asked when the turn comes, and talks", async () => {
    await setLines(0);
    const widget = await open(true);
    await widget.part("start").click();
    await widget.part("queue-wait").click();
    await widget.part("queue-leave").waitFor();
    // Who waits behind the closed panel is told too.
    await widget.part("close").click();
    await setLines(1);
    await expect.poll(() => widget.part("launcher").getAttribute("aria-label")).toContain("It’s your turn");
    await widget.part("launcher").click();
    await widget.part("queue-extend").press("Enter");
    await widget.part("queue-extend").waitFor({ state: "detached" });
    // The focus is still in the question, and on nothing that a second press would set off.
    const focused = () =>
      widget.part("queue").evaluate((queue) => (queue.getRootNode() as ShadowRoot).activeElement?.id);
    expect(await focused()).toBe("queue-title");
    await widget.part("queue-start").click();
    await widget.part("queue").waitFor({ state: "detached" });
    const organization = () =>
      admin.call<{ lines: { in_use: number } }>("GET", `/organizations/${demo.organization_id}`);
    await eventually(organization, ({ lines }) => lines.in_use === 1);
  });

  test("a turn that nobody takes is left to others after a minute", async () => {
    await setLines(0);
    const widget = await open(true);
    await widget.page.clock.install();
    await widget.part("start").click();
    await widget.part("queue-wait").click();
    await widget.part("queue-leave").waitFor();
    await setLines(1);
    /** Lets the page's time go on, question by question, until it shows this. */
    const untilShown = (part: string) =>
      expect
        .poll(
          async () => {
            await widget.page.clock.runFor(5_100);
            return widget.part(part).count();
          },
          { timeout: 60_000, interval: 200 },
        )
        .toBe(1);
    await untilShown("queue-start");
    // From here on only the page's time counts: the service's own minute may end before or after the page's.
    // Answered in the page: not every driver hands out the body of a request.
    await widget.page.evaluate(() => {
      const network = fetch;
      window.fetch = async (input, init) => {
        if (!String(input).endsWith("/session/queue")) return network(input, init);
        const { leave, ticket } = JSON.parse(String(init?.body));
        const json = { success: true, ticket, place: 1, ready: true, waiting: 1, held_until: null, poll_seconds: 5 };
        if (!leave) return Response.json(json);
        // A question from before may still be answered: only this one says that the turn is given back.
        const answer = await network(input, init);
        document.title = `left: ${answer.status}`;
        return answer;
      };
    });
    await untilShown("queue-wait");
    await expect.poll(() => widget.page.title()).toBe("left: 200");
    // The next one need not wait for the service's minute.
    const next = await fetch(`${server.origin}/widget/v1/session/queue`, {
      method: "POST",
      headers: { "X-API-Key": demo.api_key, "Content-Type": "application/json" },
      body: JSON.stringify({ agent_id: demo.agent_ids[0] }),
    });
    expect(await next.json()).toMatchObject({ place: 1, ready: true });
  });

  test("who was typing goes on typing; a key that is refused meanwhile ends the waiting with the reason", async () => {
    await setLines(0);
    const widget = await open(true);
    await widget.page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => {
        document.title = "The microphone was asked for";
        return Promise.reject(new DOMException("no", "NotAllowedError"));
      };
    });
    await widget.part("input").fill("Do you sell decaf?");
    await widget.part("input").press("Enter");
    await widget.part("queue-wait").click();
    await widget.part("queue-leave").waitFor();
    await widget.page.route("**/session/queue", (route) =>
      route.fulfill({ status: 401, json: { detail: "Invalid API key or origin" } }),
    );
    await widget.part("queue").filter({ hasText: "not available here right now" }).waitFor();
    await widget.page.unroute("**/session/queue");
    await setLines(1);
    await widget.part("queue-wait").click();
    await widget.part("queue-start").click();
    await widget.reaches("listening");
    expect(await widget.page.title()).not.toBe("The microphone was asked for");
  });
});
