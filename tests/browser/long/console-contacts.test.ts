import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { expectGoodScreen, openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { PlainVisitor } from "../../harness/service/plain-visitor.ts";

const LONG = "Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine, of the Harbour Street Bakery";

let page: Page;

startDemo();
beforeEach(async () => {
  page = await (await browser.context()).newPage();
  const [agent_id = 0] = demo.agent_ids;
  await admin.call("PATCH", `/agents/${agent_id}`, {
    collect_contact: { fields: ["name", "email", "message"], consent_text: "Yes" },
  });
  const visitor = await PlainVisitor.start(server.origin, demo.api_key, agent_id, `${server.origin}/`);
  const contact = { type: "contact", consent: true };
  await visitor.report(
    { ...contact, name: "Ada Lovelace", email: "ada@example.com", message: "Where is order 1024? I paid 100% of it." },
    { ...contact, name: LONG, email: "hubert.blaine.wolfeschlegelsteinhausen@bakery.example" },
    { ...contact, name: "مريم الزهراء", email: "maryam@example.org", message: "متى تفتحون يوم السبت؟" },
    { type: "ended" },
  );
});

const rows = () => page.locator("vc-contacts tbody tr");
const found = async (...names: string[]) => {
  await expect.poll(() => rows().count()).toBe(names.length);
  for (const name of names) await rows().getByText(name, { exact: true }).waitFor();
};

test("contacts are found by words, by keyboard, and the address has them", async () => {
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/contacts`);
  await found("Ada Lovelace", LONG, "مريم الزهراء");
  await expectGoodScreen(page, "contacts with long names and another direction");
  const words = page.getByLabel("Name, address or message");
  await words.focus();
  await page.keyboard.type("EXAMPLE 100%");
  await page.keyboard.press("Enter");
  await found("Ada Lovelace");
  await page.reload();
  await found("Ada Lovelace");
  expect(await words.inputValue()).toBe("EXAMPLE 100%");
  await words.fill("nobody");
  await page.keyboard.press("Enter");
  await page.getByText("No contact has all of these words.").waitFor();
  await expectGoodScreen(page, "contacts, nothing found");
  await page.goBack();
  await found("Ada Lovelace");
  expect(await words.inputValue()).toBe("EXAMPLE 100%");
  await page.getByRole("link", { name: "Show all" }).click();
  await found("Ada Lovelace", LONG, "مريم الزهراء");
  expect(await words.inputValue()).toBe("");
});

test("a contact is marked as done and reopened, and the list shows those that are still open", async () => {
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/contacts`);
  const ada = rows().filter({ hasText: "Ada Lovelace" });
  await ada.getByRole("button", { name: "Mark as done" }).press("Enter");
  await ada.getByText("Done", { exact: true }).waitFor();
  await expectGoodScreen(page, "contacts, one of them done");
  await page.getByLabel("Show").selectOption("false");
  await found(LONG, "مريم الزهراء");
  await page.reload();
  await found(LONG, "مريم الزهراء");
  await page.getByLabel("Show").selectOption("true");
  await found("Ada Lovelace");
  // Words and mark together: others have the words.
  await page.getByLabel("Name, address or message").fill("maryam");
  await page.keyboard.press("Enter");
  await page.getByText("No contact that is done has all of these words.").waitFor();
  await page.getByLabel("Show").selectOption("false");
  await found("مريم الزهراء");
  await page.getByLabel("Name, address or message").fill("ada");
  await page.keyboard.press("Enter");
  await page.getByText("No open contact has all of these words.").waitFor();
  await page.getByLabel("Name, address or message").fill("");
  await page.getByLabel("Show").selectOption("true");
  await found("Ada Lovelace");
  await ada.getByRole("button", { name: "Reopen" }).click();
  await page.getByText("No contact is marked as done.").waitFor();
  await page.getByRole("link", { name: "Show all" }).click();
  await found("Ada Lovelace", LONG, "مريم الزهراء");
});

test("a button of a row names the contact; why it failed stays until it is closed, or until something else is said", async () => {
  await page.clock.install();
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/contacts`);
  await rows().getByRole("button", { name: "Delete: مريم الزهراء" }).waitFor();
  const mark = rows().getByRole("button", { name: "Mark as done: Ada Lovelace" });
  let gone = true;
  await page.route("**/admin/v1/contacts/*", (route) => (gone ? route.abort("connectionreset") : route.continue()));
  const said = page.getByRole("status").getByText(/./);
  const fail = async () => {
    await mark.press("Enter");
    await said.getByText("The server did not answer").waitFor();
  };
  const close = page.getByRole("button", { name: "Close" });

  await fail();
  await page.clock.runFor(60_000);
  expect(await said.count()).toBe(1);
  await expectGoodScreen(page, "contacts, one of them not marked");
  await close.press("Enter");
  expect(await said.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Contacts");

  await fail();
  await page.keyboard.press("Escape");
  expect(await said.count()).toBe(0);
  expect(await mark.evaluate((button) => button === document.activeElement)).toBe(true);

  await fail();
  gone = false;
  await mark.press("Enter");
  await said.getByText("Marked as done").waitFor();
  // The list is read anew meanwhile; a clock that ran on would say that this takes long.
  await rows().getByRole("button", { name: "Reopen: Ada Lovelace" }).waitFor();
  expect(await close.count()).toBe(0);
  await page.clock.runFor(5_000);
  expect(await said.count()).toBe(0);
});

/** What Chrome and Edge do as they translate a page: each text stands in `<font>` elements then. */
function translateByWrapping(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const all: Text[] = [];
  while (texts.nextNode()) all.push(texts.currentNode as Text);
  for (const text of all) {
    if (!text.data.trim()) continue;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    outer.append(inner);
    text.replaceWith(outer);
    inner.append(text.data);
  }
}

/** What Firefox does: elements and texts are put together anew, and what is neither is gone. */
function translateByMerging(): void {
  for (const element of document.body.querySelectorAll("*")) {
    const nodes = [...element.childNodes].filter(({ nodeType }) => nodeType !== Node.COMMENT_NODE);
    if (nodes.some((node) => node instanceof Text && node.data.trim())) element.replaceChildren(...nodes);
  }
}

test.each([translateByWrapping, translateByMerging])(
  "a row tells of what was changed also where the browser translates the page: %o",
  async (translate) => {
    await openConsole(page, server.origin, `#/projects/${demo.project_id}/contacts`);
    await found("Ada Lovelace", LONG, "مريم الزهراء");
    await page.evaluate(translate);
    const ada = rows().filter({ hasText: "Ada Lovelace" });
    await ada.getByText("Mark as done").click();
    await ada.getByText("Reopen").waitFor();
    await page.evaluate(translate);
    await ada.getByText("Reopen").click();
    await ada.getByText("Mark as done").waitFor();
  },
);
