import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectGoodScreen, openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";

interface Agent {
  voice: string | null;
  model: string | null;
  tools: { name: string; kind: string; url: string | null; has_secret: boolean; parameters: object }[];
  collect_contact: { fields: string[]; consent_text: string } | null;
  analysis: { fields: object[]; criteria: object[] } | null;
}

let page: Page;
let hook: Server;
const asked: { arguments?: object }[] = [];

startDemo();
beforeAll(async () => {
  hook = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      asked.push(JSON.parse(text));
      response.setHeader("content-type", "application/json").end('{"state":"on its way"}');
    });
  });
  await new Promise<void>((done) => hook.listen(0, "127.0.0.1", done));
});
afterAll(() => hook.close());
beforeEach(async () => {
  page = await (await browser.context()).newPage();
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/agents/${demo.agent_ids[0]}`);
  await button("Save agent").waitFor();
});

const button = (name: string | RegExp) => page.getByRole("button", { name });
const hasFocus = (field: Locator) =>
  expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
const stored = () => admin.call<Agent>("GET", `/agents/${demo.agent_ids[0]}`);
/** The notice of an earlier save may still be on screen: only the answer shows that this one is stored. */
const save = async () => {
  const answered = page.waitForResponse((response) => response.request().method() === "PATCH");
  await button("Save agent").click();
  expect((await answered).status()).toBe(200);
  await page.getByText("Agent saved").waitFor();
};

test("a tool is made by its form, tried, saved, and can be read as JSON", async () => {
  await admin.call("PATCH", `/agents/${demo.agent_ids[0]}`, { tools: [] });
  await page.reload();
  await button("Add a webhook tool").click();
  const tool = page.locator("details.tool");
  const name = tool.getByRole("textbox", { name: "Name", exact: true });
  await name.waitFor();
  await hasFocus(name);
  await name.fill("no spaces");
  await tool.getByLabel("What it does").fill("Finds an order by its number");
  await tool.getByLabel("Address").fill(`http://127.0.0.1:${(hook.address() as AddressInfo).port}/order`);
  await tool.getByLabel("Parameter", { exact: true }).fill("number");
  await tool.getByLabel("Meaning").fill("As on the receipt");
  await button("Add a parameter").click();
  const second = tool.getByRole("group", { name: "New parameter" });
  await second.getByLabel("Parameter", { exact: true }).fill("year");
  await tool.getByRole("group", { name: "year" }).getByLabel("Type").selectOption("Whole number");
  await tool.getByRole("group", { name: "year" }).getByLabel("Required").uncheck();

  await button("Save agent").click();
  await tool.getByText("Use 1 to 64 letters, digits, _ or -").waitFor();
  await hasFocus(name);
  await name.fill("find_order");

  const trying = page.getByRole("region", { name: "Try find_order" });
  await trying.getByRole("textbox", { name: /^number/ }).fill("1024");
  await trying.getByRole("textbox", { name: /^year/ }).fill("2026");
  await trying.getByRole("button", { name: "Try it" }).click();
  await trying.getByText('"on its way"').waitFor();
  expect(asked[0]?.arguments).toEqual({ number: "1024", year: 2026 });

  await button("Save agent").click();
  const secret = page.getByRole("alertdialog", { name: "Save this secret" });
  expect(await secret.locator("pre").innerText()).toMatch(/^whsec_/);
  await secret.getByRole("button", { name: "I have saved it" }).click();
  const [saved] = (await stored()).tools;
  expect(saved).toMatchObject({
    name: "find_order",
    kind: "webhook",
    has_secret: true,
    parameters: {
      type: "object",
      properties: { number: { type: "string", description: "As on the receipt" }, year: { type: "integer" } },
      required: ["number"],
    },
  });

  await button("Edit as JSON").click();
  const json = page.getByRole("textbox", { name: "Tools" });
  const text = await json.inputValue();
  expect(JSON.parse(text)[0].parameters).toEqual(saved?.parameters);
  await json.fill(text.replace('"As on the receipt"', '"Six digits"').slice(0, -3));
  await button("Edit as a form").click();
  await page.getByText(/This is not JSON yet/).waitFor();
  await json.fill(text.replace('"As on the receipt"', '"Six digits"'));
  await save();
  const [changed] = (await stored()).tools;
  expect(changed).toMatchObject({
    has_secret: true,
    parameters: { properties: { number: { description: "Six digits" } } },
  });
});

test("vendors have their own names, voices and models are lists in which another name can be typed", async () => {
  const vendors = page.getByLabel(/^Vendor(?!s)/);
  // They are read beside the agent, and may come after it.
  await expect
    .poll(() => vendors.locator("option").allInnerTexts())
    .toEqual(["Built-in demo (provider A)", "Built-in demo (provider B)", "ElevenLabs"]);
  await page.getByLabel("Voice", { exact: false }).first().selectOption("ava");
  await page.getByRole("combobox", { name: /^Model/ }).selectOption("Other…");
  await page.getByLabel("Other model").fill("demo-echo-2");
  await save();
  expect(await stored()).toMatchObject({ voice: "ava", model: "demo-echo-2" });
  await page.reload();
  expect(await page.getByLabel("Other model").inputValue()).toBe("demo-echo-2");
  await page.getByRole("combobox", { name: /^Model/ }).selectOption("");
  await save();
  expect((await stored()).model).toBeNull();
  await vendors.selectOption("ElevenLabs");
  await page.getByText("ElevenLabs cannot be called yet").waitFor();
});

test("a contact form and an analysis are set up without JSON, and removed", async () => {
  await page.getByLabel("Let visitors leave their contact details").check();
  const contact = page.locator("section", { has: page.getByRole("heading", { name: "Contact form" }) });
  await contact.getByLabel("an email address").uncheck();
  await button("Save agent").click();
  await contact.getByText("Ask for email or phone, or nobody can be reached").waitFor();
  await contact.getByLabel("a phone number").check();
  await contact.getByLabel("What visitors agree to").fill("You may call me.");
  await button("Add a fact").click();
  await page.getByRole("group", { name: "New fact" }).getByLabel("Name").fill("order number");
  await button("Add a criterion").click();
  await page.getByRole("group", { name: "New criterion" }).getByLabel("Name").fill("solved");
  await page.getByRole("group", { name: "solved" }).getByLabel("Met when").fill("The question was answered");
  await button("Save agent").click();
  await page.getByText("Use letters, digits and _, a letter first").waitFor();
  await page.getByRole("group", { name: "order number" }).getByLabel("Name").fill("order_number");
  await save();
  expect(await stored()).toMatchObject({
    collect_contact: { fields: ["name", "phone", "message"], consent_text: "You may call me." },
    analysis: {
      fields: [{ name: "order_number", type: "string" }],
      criteria: [{ name: "solved", description: "The question was answered" }],
    },
  });
  await expectGoodScreen(page, "agent");
  await button("Remove order_number").click();
  await button("Remove solved").click();
  await page.getByLabel("Let visitors leave their contact details").uncheck();
  await save();
  expect(await stored()).toMatchObject({ collect_contact: null, analysis: null });
});

test("pasted text that is too long stays whole, and is refused in words at its field", async () => {
  const instructions = page.getByLabel("Instructions");
  const pasted = `${"Be kind. ".repeat(3_600)}Never promise a refund.`;
  await instructions.fill("");
  await instructions.focus();
  // As a paste comes in, which a browser cuts where it knows of a limit.
  await page.keyboard.insertText(pasted);
  expect(await instructions.inputValue()).toBe(pasted);
  await button("Save agent").click();
  await page.getByText("These are 32,423 characters. Use at most 32,000.").waitFor();
  await hasFocus(instructions);
  await instructions.fill("Be kind. Never promise a refund.");
  await button("Add a fact").click();
  const meaning = page.getByRole("group", { name: "New fact" }).getByLabel("What it is");
  await meaning.focus();
  await page.keyboard.insertText("x".repeat(501));
  await button("Save agent").click();
  await page.getByText("These are 501 characters. Use at most 500.").waitFor();
  await hasFocus(meaning);
  await meaning.fill("The order’s number");
  await page.getByRole("combobox", { name: /^Voice/ }).selectOption("Other…");
  const voice = page.getByLabel("Other voice");
  await voice.focus();
  await page.keyboard.insertText("v".repeat(129));
  await button("Save agent").click();
  await page.getByText("These are 129 characters. Use at most 128.").waitFor();
  await hasFocus(voice);
});

test("what is written to try a tool is no part of the agent: too long, it stops the trial alone", async () => {
  const tool = {
    name: "find_order",
    description: "Finds an order",
    kind: "webhook",
    url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/order`,
    parameters: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
  };
  await admin.call("PATCH", `/agents/${demo.agent_ids[0]}`, { tools: [tool] });
  await page.reload();
  await page.locator("details.tool > summary").click();
  const trying = page.getByRole("region", { name: "Try find_order" });
  const number = trying.getByRole("textbox", { name: /^number/ });
  await number.fill("7".repeat(2_001));
  await save();
  const before = asked.length;
  await trying.getByRole("button", { name: "Try it" }).click();
  await trying.getByText("These are 2,001 characters. Use at most 2,000.").waitFor();
  await hasFocus(number);
  expect(asked.length).toBe(before);
});
