import { afterEach, beforeEach, expect, test } from "vitest";
import { DEMO_SOURCES } from "../../worker/projects/demo-knowledge.ts";
import type { TestBrowser } from "../harness/browser/browser.ts";
import { admin, demo, demoPage, startDemo } from "../harness/browser/demo-site.ts";
import { openBrowser } from "../harness/browser/shared-browser.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { eventually } from "../harness/service/operator.ts";
import { DEMO_QUESTIONS } from "../harness/shared/demo-questions.ts";

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

test("a typed question to the demo agent is answered from the shop's pages, with the page that was used as a link", async () => {
  const widget = await visit();
  const heard = listen(widget.page);
  await widget.write("What does postage cost?");
  await widget.hears("agent", "Postage is € 4.90");
  const links = widget.part("sources").last().locator("a");
  await links.first().waitFor();
  expect(await links.first().getAttribute("href")).toMatch(/^https?:\/\/.+\/#help$/);
  // The search found four pages more.
  expect(await links.allTextContents()).toEqual(["Delivery and returns"]);
  expect(await widget.part("message-agent").last().locator(".text a").count()).toBe(0);
  expect(heard.faults).toEqual([]);
});

test("typed questions are answered each with the one page that says so, what no page says with none", async () => {
  const widget = await visit();
  for (const [at, { question, says }] of DEMO_QUESTIONS.entries()) {
    await widget.write(question);
    await widget.hears("agent", says);
    // The pages come with the answer's end.
    await eventually(
      () => widget.part("sources").count(),
      (count) => count === at + 1,
    );
  }
  await widget.write("Do you rent boats?");
  await widget.hears("agent", "I found nothing about that");
  const links = widget.part("sources").locator("a");
  const named = await links.evaluateAll((all) =>
    all.map((link) => `${link.textContent}${new URL((link as HTMLAnchorElement).href).hash}`),
  );
  expect(named).toEqual(DEMO_QUESTIONS.map(({ page, hash }) => `${page}${hash}`));
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
  await widget.write("Submarines or helicopters?");
  await widget.hears("agent", "I found nothing about that");
  await eventually(
    () => admin.call<{ items: { text: string }[] }>("GET", `/projects/${demo.project_id}/questions`),
    ({ items }) => items.some(({ text }) => text === "Submarines or helicopters?"),
  );
});
