import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { OperatorInbox } from "../../harness/browser/operator-inbox.ts";
import { listen, Widget } from "../../harness/browser/widget-page.ts";
import { eventually } from "../../harness/service/operator.ts";
import { type Hook, startHook } from "../../harness/service/webhook-receiver.ts";
import { elementTags, type Site, startSite } from "../../harness/service/website.ts";

/** A visitor asks for a person while the inbox is open, and nobody comes: words, contact form and webhook. */

const WAIT_SECONDS = 10;

let site: Site;
let hook: Hook;
let inbox: OperatorInbox;
let page: Page;
let widget: Widget;
let faults: string[];

startDemo();
beforeEach(async () => {
  await admin.call("PATCH", `/agents/${demo.agent_ids[0]}`, {
    name: "Ava",
    person: { enabled: true, wait_seconds: WAIT_SECONDS },
    collect_contact: { fields: ["email"], consent_text: "You may write to me." },
  });
  [site, hook] = await Promise.all([startSite(elementTags(server.origin, demo.api_key)), startHook({})]);
  await admin.call("POST", `/projects/${demo.project_id}/webhooks`, { url: hook.url, events: ["person.missed"] });
  inbox = await OperatorInbox.open(server.origin, demo.project_id, true);
  page = await (await browser.context()).newPage();
  faults = listen(page).faults;
  await page.goto(site.origin);
  widget = new Widget(page);
  await widget.part("launcher").click();
  await widget.write("Hello");
  await widget.hears("agent", "Hello");
});
afterEach(async () => {
  inbox?.close();
  await site?.close();
  await hook?.close();
});

/** What the visitor is told and offered, and what the owner's server hears. @returns how long it says that they waited */
async function expectMissed(): Promise<number> {
  await widget.part("person").filter({ hasText: "Nobody from the team is free right now" }).waitFor();
  await widget.part("contact-form").waitFor();
  await widget.write("Then you.");
  await widget.hears("agent", "Then you.");
  const session_id = await widget.sessionId();
  const [told] = await eventually(
    async () => hook.got.map(({ body }) => body as { type: string; data: { waited_seconds: number } }),
    (bodies) => bodies.length > 0,
  );
  expect(told).toMatchObject({
    type: "person.missed",
    data: { session_id, agent_name: "Ava", page: `${site.origin}/`, waited_seconds: expect.any(Number) },
  });
  expect(faults).toEqual([]);
  return told?.data.waited_seconds ?? Number.NaN;
}

test("everybody is away until the wait is over", async () => {
  await widget.part("person-ask").click();
  await widget.part("person").filter({ hasText: "Asking the team" }).waitFor();
  expect(await expectMissed()).toBeGreaterThanOrEqual(WAIT_SECONDS);
});

test("outside of opening hours nobody is waited for", async () => {
  const hours = { time_zone: "UTC", week: {}, exceptions: [], closed: "notice" };
  await admin.call("PATCH", `/projects/${demo.project_id}`, { hours });
  await widget.part("person-ask").click();
  expect(await expectMissed()).toBe(0);
});
