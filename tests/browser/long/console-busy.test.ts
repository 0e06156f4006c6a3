import type { Locator, Page, Route } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { PlainVisitor } from "../../harness/service/plain-visitor.ts";

let page: Page;
/** Requests that were held back. */
let held: Route[];

startDemo();
beforeEach(async () => {
  page = await (await browser.context()).newPage();
  held = [];
});

/** From now on, requests of this method to this path wait to be let go. */
const hold = (method: string, path: string) =>
  page.route(`**/admin/v1${path}`, (route) => {
    if (route.request().method() !== method) return route.continue();
    held.push(route);
  });

const letGo = async () => {
  for (const route of held.splice(0)) await route.continue();
};

/** Pressed twice by pointer and once by key, it asked once; it shows that it works, where it is, and keeps the keyboard. */
async function asksOnce(button: Locator): Promise<void> {
  const before = await button.boundingBox();
  await button.dblclick();
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press("Enter");
  expect(await button.getAttribute("aria-busy")).toBe("true");
  expect(await button.boundingBox()).toEqual(before);
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await button.evaluate((one) => getComputedStyle(one, "::after").height)).toBe("3px");
  expect(held.length).toBe(1);
}

const rests = (button: Locator) => expect.poll(() => button.getAttribute("aria-busy")).toBeNull();

test("a webhook's test and a delivery that is sent again are sent once, however often the button is pressed", async () => {
  const path = `/projects/${demo.project_id}/webhooks`;
  const { id } = await admin.call<{ id: number }>("POST", path, {
    url: "https://receiver.example/",
    events: ["session.ended"],
  });
  await openConsole(page, server.origin, `#${path}`);
  const button = (name: string) => page.getByRole("button", { name });
  await hold("POST", `/webhooks/${id}/test`);
  await asksOnce(button("Send test"));
  // Another button of the same card is none of its business.
  await button("Deliveries").click();
  await page.getByText("Nothing has been sent yet.").waitFor();
  await letGo();
  await rests(button("Send test"));
  await button("Send again").waitFor();

  await hold("POST", "/deliveries/*/replay");
  await asksOnce(button("Send again"));
  await letGo();
  await page.getByRole("status").getByText("Sent again").waitFor();
  await rests(button("Send again"));
});

test("a button whose answer takes long says so, and rests once there is one, also where it is a failure", async () => {
  const [agent_id = 0] = demo.agent_ids;
  await admin.call("PATCH", `/agents/${agent_id}`, {
    collect_contact: { fields: ["name", "email"], consent_text: "Yes" },
  });
  const visitor = await PlainVisitor.start(server.origin, demo.api_key, agent_id, `${server.origin}/`);
  await visitor.report(
    { type: "contact", consent: true, name: "Ada Lovelace", email: "ada@example.com" },
    { type: "ended" },
  );
  await page.clock.install();
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/contacts`);
  const said = page.getByRole("status").getByText(/./);
  const mark = page.getByRole("button", { name: "Mark as done: Ada Lovelace" });
  await hold("PATCH", "/contacts/*");
  await asksOnce(mark);
  expect(await said.count()).toBe(0);
  await page.clock.runFor(3_000);
  await said.getByText("One moment: the server has not answered yet.").waitFor();
  await held.pop()?.abort("connectionreset");
  await said.getByText("The server did not answer.").waitFor();
  await rests(mark);

  await hold("GET", "/projects/*/contacts?*format=csv*");
  const save = page.getByRole("button", { name: "Download CSV" });
  await asksOnce(save);
  const download = page.waitForEvent("download");
  await letGo();
  await download;
  await rests(save);
});

test("signing out says that it waits, and is asked once", async () => {
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/contacts`);
  await hold("POST", "/sign-out");
  await page.getByRole("button", { name: "Sign out" }).dblclick();
  await page.getByRole("status").getByText("Loading…").waitFor();
  expect(await page.getByRole("heading", { name: "Contacts" }).count()).toBe(0);
  expect(held.length).toBe(1);
  await letGo();
  await page.getByLabel("Token").waitFor();
});
