import { afterEach, beforeEach, expect, test } from "vitest";
import { DEMO_SOURCES } from "../../worker/projects/demo-knowledge.ts";
import type { TestBrowser } from "../harness/browser/browser.ts";
import { admin, demo, demoPage, startDemo } from "../harness/browser/demo-site.ts";
import { openBrowser } from "../harness/browser/shared-browser.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { eventually } from "../harness/service/operator.ts";

let browser: TestBrowser | undefined;

startDemo();
beforeEach(async () => {
  for (const { title, path, text } of DEMO_SOURCES) {
    const body = { kind: "text", title, text, url: demoPage.origin + path };
    await admin.call("POST", `/projects/${demo.project_id}/sources`, body);
  }
});
afterEach(async () => {
  await browser?.close();
  browser = undefined;
});

async function visit(): Promise<Widget> {
  browser = await openBrowser({ allowMicrophone: false });
  const widget = new Widget(await browser.visit(demoPage.origin));
  await widget.part("launcher").click();
  return widget;
}

test("a typed question to the demo agent is answered from the shop's pages, with the page as a link", async () => {
  const widget = await visit();
  const heard = listen(widget.page);
  await widget.part("input").fill("What does postage cost?");
  await widget.part("send").click();
  await widget.hears("agent", "Postage is € 4.90");
  const links = widget.part("sources").last().locator("a");
  await links.first().waitFor();
  expect(await links.first().getAttribute("href")).toMatch(/^https?:\/\/.+\/#help$/);
  expect(await links.first().textContent()).toBe("Delivery and returns");
  expect(heard.faults).toEqual([]);
});

test("a suggested question is asked by the keyboard, and the suggestions go with the first message", async () => {
  const widget = await visit();
  const first = widget.part("starter").first();
  await first.focus();
  await widget.page.keyboard.press("Enter");
  await widget.hears("agent", "Postage is € 4.90");
  expect(await widget.part("starter").count()).toBe(0);
});

test("a question without an answer appears in the project's list of questions", async () => {
  const widget = await visit();
  await widget.part("input").fill("Submarines or helicopters?");
  await widget.part("send").click();
  await widget.hears("agent", "I found nothing about that");
  await eventually(
    () => admin.call<{ items: { text: string }[] }>("GET", `/projects/${demo.project_id}/questions`),
    ({ items }) => items.some(({ text }) => text === "Submarines or helicopters?"),
  );
});
