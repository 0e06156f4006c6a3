import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { expectGoodScreen, openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { eventually } from "../../harness/service/operator.ts";
import { PlainVisitor } from "../../harness/service/plain-visitor.ts";

let page: Page;
let visitor: PlainVisitor;
const opened: PlainVisitor[] = [];

startDemo();
beforeEach(async () => {
  const [agent_id = 0] = demo.agent_ids;
  await admin.call("PATCH", `/agents/${agent_id}`, { name: "Ava", person: { enabled: true, wait_seconds: 600 } });
  page = await (await browser.context()).newPage();
  visitor = await startVisitor();
});
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

async function startVisitor(visitor_id?: string, context?: object): Promise<PlainVisitor> {
  const [agent_id = 0] = demo.agent_ids;
  const page = "https://harbour.example/orders?token=7";
  const one = await PlainVisitor.start(server.origin, demo.api_key, agent_id, page, visitor_id, context);
  opened.push(one);
  return one;
}

/** An operator of their own: nobody else of these tests has that name, or that token. */
const hire = (name: string, role = "support") =>
  admin.call<{ token: string }>("POST", "/operators", { name, role }).then(({ token }) => token);

async function openInbox(token?: string, at = page): Promise<void> {
  await openConsole(at, server.origin, `#/projects/${demo.project_id}/inbox`, token);
  await at.getByRole("heading", { name: "Inbox" }).waitFor();
}
const available = () => page.getByLabel("Available for visitors who ask for a person");
const toVisitor = (at = page) => at.getByLabel("To the visitor");
const lines = (at = page) => at.getByRole("region", { name: "What was said" });
const joined = ({ type }: { type: string }) => type === "person";

/** The visitor asks for a person, until the service knows that one is available. */
async function askForPerson(): Promise<void> {
  const request = { type: "person_requested", reason: "The pot is broken", summary: "The handle broke on the way." };
  await expect.poll(async () => (await visitor.report(request)).session.handled_by).toBe("waiting");
  await visitor.listen();
}

/** The visitor asks for a person, which the inbox shows; then somebody joins there. */
async function joinByKey(): Promise<void> {
  await available().check();
  await askForPerson();
  await page.getByText("The pot is broken").first().waitFor();
  await page.locator("body").press("j");
  await page.locator("body").press("r");
  await toVisitor().waitFor();
}

test("a person is asked for, joins, writes, gives back and ends, by keyboard alone", async () => {
  await openInbox(await hire("Ada Brook"));
  expect(await available().isChecked()).toBe(false);
  await available().focus();
  await page.keyboard.press("Space");
  await visitor.report({ type: "user_transcript", text: "My moka pot came broken" });
  await askForPerson();

  await page.getByRole("heading", { name: "Waiting for a person" }).waitFor();
  await page.getByText("Waits", { exact: false }).first().waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(1\) Inbox/);
  await page.getByRole("log", { name: "News" }).getByText("Somebody waits for a person: The pot is broken").waitFor();
  await page.keyboard.press("j");
  await lines().getByText("My moka pot came broken").waitFor();
  await page.getByText("The handle broke on the way.").waitFor();
  expect(await page.getByRole("link", { name: "https://harbour.example/orders" }).getAttribute("href")).toBe(
    "https://harbour.example/orders",
  );
  await expectGoodScreen(page, "inbox, waiting");

  await page.keyboard.press("r");
  expect(await visitor.hears((frame) => frame.type === "person" && frame.status === "joined")).toMatchObject({
    name: "Ada Brook",
  });
  await expect.poll(() => toVisitor().evaluate((field) => field === document.activeElement)).toBe(true);
  await expect.poll(() => page.title()).toMatch(/^Inbox/);
  await page.keyboard.type("I am sorry. A new one leaves today.");
  await visitor.hears((frame) => frame.type === "typing" && frame.on);
  await page.keyboard.press("ControlOrMeta+Enter");
  const line = await visitor.hears((frame) => frame.type === "message" && frame.role === "person");
  expect(line).toMatchObject({ name: "Ada Brook", text: "I am sorry. A new one leaves today." });
  await lines().getByText("I am sorry. A new one leaves today.").waitFor();
  await expect.poll(() => toVisitor().inputValue()).toBe("");

  visitor.tell({ type: "seen", id: (line as { id: string }).id });
  await page.getByText("Read by the visitor").waitFor();
  visitor.tell({ type: "typing", on: true });
  await page.getByText("The visitor is typing…").waitFor();
  visitor.tell({ type: "message", text: "Thank you! <b>Great</b>" });
  await lines().getByText("Thank you! <b>Great</b>").waitFor();
  await page.getByRole("log", { name: "News" }).getByText("Visitor: Thank you! <b>Great</b>").waitFor();
  await visitor.hears((frame) => frame.type === "seen");
  await expectGoodScreen(page, "inbox, joined");

  await page.getByRole("button", { name: "Give back to the agent" }).focus();
  await page.keyboard.press("Enter");
  await visitor.hears((frame) => frame.type === "person" && frame.status === "left");
  await page.getByLabel("Tell the agent").waitFor();
  await lines().getByText("Ada Brook gave the conversation back to the agent").waitFor();
  expect((await visitor.report({ type: "heartbeat" })).session.handled_by).toBe("agent");

  await page.keyboard.press("e");
  await page.getByRole("alertdialog").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Ended today 1" }).waitFor();
  const record = await admin.session(visitor.session_id);
  expect(record.end_reason).toBe("operator");
  expect(record.transcript).toMatchObject([
    { role: "user", text: "My moka pot came broken" },
    { role: "person", name: "Ada Brook", text: "I am sorry. A new one leaves today." },
    { role: "user", text: "Thank you! <b>Great</b>" },
  ]);
  await expectGoodScreen(page, "inbox, ended");
});

test("a whisper reaches the agent and not the visitor, and stands among what happened", async () => {
  await openInbox(await hire("Bo Lind"));
  await page.getByRole("button", { name: /^Ava/ }).click();
  await page.getByLabel("Tell the agent").fill("Offer free delivery");
  await page.getByRole("button", { name: "Tell the agent" }).click();
  await lines()
    .getByText(/told the agent/)
    .waitFor();
  await expect
    .poll(async () => (await visitor.report({ type: "heartbeat" })).session.whispers ?? [])
    .toEqual(["Offer free delivery"]);
  expect((await admin.session(visitor.session_id)).transcript).toEqual([]);
  await visitor.report({ type: "agent_transcript", text: "Delivery is on us" });
  await lines().getByText("Delivery is on us").waitFor();
});

test("a reload keeps the conversation, and a line that was typed before the connection is back is not lost", async () => {
  await openInbox(await hire("Cora Dunn"));
  await joinByKey();
  await page.reload();
  await toVisitor().waitFor();
  expect(await available().isChecked()).toBe(true);

  await page.context().setOffline(true);
  await page.getByText("The inbox is offline").waitFor();
  await toVisitor().fill("Written without a connection");
  await toVisitor().press("ControlOrMeta+Enter");
  expect(await toVisitor().inputValue()).toBe("Written without a connection");
  visitor.tell({ type: "message", text: "Are you there?" });
  await visitor.hears((frame) => frame.type === "message" && frame.role === "user");
  await page.context().setOffline(false);
  await page.getByText("The inbox is offline").waitFor({ state: "hidden" });
  await lines().getByText("Are you there?").waitFor();
  await toVisitor().press("ControlOrMeta+Enter");
  await visitor.hears((frame) => frame.type === "message" && frame.text === "Written without a connection");
});

test("what the service refuses is said beside the field, and the text stays", async () => {
  const token = await hire("Dora Eck");
  await openInbox(token);
  await joinByKey();
  await toVisitor().fill("One too many");
  const flood = Array.from({ length: 25 }, (_, index) =>
    fetch(`${server.origin}/admin/v1/sessions/${visitor.session_id}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ text: `Line ${index}` }),
    }),
  );
  expect((await Promise.all(flood)).map(({ status }) => status)).toContain(429);
  await toVisitor().press("ControlOrMeta+Enter");
  await page.getByText("At most 20 messages are taken in 10 seconds").waitFor();
  expect(await toVisitor().inputValue()).toBe("One too many");
});

test("what a visitor who is recognised talked about before stands beside the conversation", async () => {
  await admin.call("PATCH", `/agents/${demo.agent_ids[0]}`, { memory: true });
  for (const [visitor_id, text] of [
    ["ana", "Where is my moka pot?"],
    ["bob", "Do you sell tea?"],
  ] as const) {
    const before = await startVisitor(visitor_id);
    await before.report({ type: "user_transcript", text }, { type: "ended" });
  }
  await openInbox(await hire("Ada Brook"));
  await startVisitor("ana").then((now) => now.report({ type: "user_transcript", text: "Hello again" }));
  await page.getByRole("button", { name: /^Ava/ }).first().click();
  await lines().getByText("Hello again").waitFor();
  await page.getByRole("heading", { name: "Earlier conversations" }).waitFor();
  await page.getByRole("link", { name: "Where is my moka pot?" }).waitFor();
  expect(
    await page.getByRole("region", { name: "Conversation", exact: true }).getByText("Do you sell tea?").count(),
  ).toBe(0);
  await page.getByRole("heading", { name: "Ended today 2" }).waitFor();
  await expectGoodScreen(page, "inbox, a visitor who comes again");
});

test("what the page told the agent, and the contact that was left, stand beside the conversation, as text", async () => {
  await admin.call("PATCH", `/agents/${demo.agent_ids[0]}`, {
    collect_contact: { fields: ["name", "email"], consent_text: "You may write to me." },
  });
  const guest = await startVisitor(undefined, { cart_total: "129.00 EUR", plan: "<b>pro</b>", items: ["pot", "cup"] });
  await guest.report(
    { type: "user_transcript", text: "Is it still in stock?" },
    { type: "contact", name: "Ana", email: "ana@example.com", consent: true },
  );
  await eventually(
    () => admin.session(guest.session_id),
    ({ events }) => events.some(({ type }) => type === "context"),
  );
  const inbox = `#/projects/${demo.project_id}/inbox/${guest.session_id}`;
  await openConsole(page, server.origin, inbox, await hire("Ida Moe"));
  await lines().getByText("Is it still in stock?").waitFor();
  const facts = page.locator(".inbox-reader .card", { has: page.getByRole("heading", { name: "Told by the page" }) });
  expect(await facts.locator("dt, dd").allTextContents()).toEqual([
    ...["cart total", "129.00 EUR"],
    ...["plan", "<b>pro</b>"],
    ...["items", '["pot","cup"]'],
  ]);
  await page.getByRole("link", { name: "https://harbour.example/orders" }).waitFor();
  await page.getByRole("link", { name: "ana@example.com" }).waitFor();
  await expectGoodScreen(page, "inbox, what is known of the visitor");
});

test("ready answers are kept, written into the field, and deleted", async () => {
  await openInbox(await hire("Elin Foss"));
  await joinByKey();
  await page.getByText("Ready answers").click();
  await page.getByLabel("New answer").fill("We are open until six.");
  await page.getByRole("button", { name: "Add answer" }).click();
  await page.reload();
  await toVisitor().fill("Hello!");
  await page.getByText("Ready answers (1)").click();
  await page.getByRole("button", { name: "We are open until six.", exact: true }).click();
  expect(await toVisitor().inputValue()).toBe("Hello! We are open until six.");
  await page.getByRole("button", { name: /^Delete the answer/ }).click();
  await page.getByRole("button", { name: "We are open until six.", exact: true }).waitFor({ state: "detached" });
});

test("what a person has answered is kept for agents with one key, once it was read again", async () => {
  await openInbox(await hire("Finn Rowe"));
  await visitor.report({ type: "user_transcript", text: "Can I bring my dog?" });
  await joinByKey();
  for (const text of ["Dogs are welcome on the terrace.", "See you soon, Kim!"]) {
    await toVisitor().fill(text);
    await toVisitor().press("ControlOrMeta+Enter");
    await lines().getByText(text).waitFor();
    await lines().locator(".outgoing").waitFor({ state: "detached" });
  }
  await toVisitor().press("Escape");
  await page.locator("body").press("a");
  const dialog = page.getByRole("dialog", { name: "Keep the answer" });
  expect(await dialog.getByLabel("Question").inputValue()).toBe("Can I bring my dog?");
  await expectGoodScreen(page, "inbox, keeping an answer");
  expect(await dialog.getByLabel("Answer").inputValue()).toBe("Dogs are welcome on the terrace.\nSee you soon, Kim!");
  await dialog.getByLabel("Answer").fill("Dogs are welcome on the terrace.");
  await dialog.getByRole("button", { name: "Keep answer" }).click();
  await dialog.waitFor({ state: "detached" });
  const search = `/projects/${demo.project_id}/knowledge/search?q=${encodeURIComponent("Can I bring my dog?")}`;
  await expect
    .poll(async () => (await admin.call<{ items: { text: string }[] }>("GET", search)).items[0]?.text ?? "")
    .toContain("Dogs are welcome on the terrace.");
});

test("the second of two reads who has it, and who may only read along sees no action", async () => {
  await openInbox(await hire("Fay Gold"));
  await joinByKey();
  const second = await (await browser.context()).newPage();
  await openInbox(await hire("Gus Hill"), second);
  await second.getByRole("button", { name: /^Ava/ }).click();
  await second.getByText("Fay Gold has this conversation. You can read along.").waitFor();
  expect(await second.getByRole("button", { name: "Join and reply" }).count()).toBe(0);
  await toVisitor().fill("Good morning");
  await page.keyboard.press("ControlOrMeta+Enter");
  await lines(second).getByText("Good morning").waitFor();

  const third = await (await browser.context()).newPage();
  await openInbox(await hire("Hal Ives", "read_only"), third);
  await third.getByRole("button", { name: /^Ava/ }).click();
  await lines(third).getByText("Good morning").waitFor();
  await third.locator("body").press("r");
  await third.locator("body").press("e");
  for (const name of ["Join and reply", "End", "Give back to the agent", "Tell the agent"])
    expect(await third.getByRole("button", { name, exact: true }).count(), name).toBe(0);
  expect(await third.getByRole("switch").count()).toBe(0);
  expect(await third.getByRole("alertdialog").count()).toBe(0);
  await expectGoodScreen(third, "inbox, read only");
  visitor.frames.length = 0;
  await toVisitor().press("Escape");
  await page.getByRole("button", { name: "Give back to the agent" }).click();
  await visitor.hears(joined);
});

test("whoever's access is taken away sees nothing more, and goes on where they were once they are back", async () => {
  const made = await admin.call<{ id: number; token: string }>("POST", "/operators", {
    name: "Ida Jung",
    role: "support",
  });
  await openInbox(made.token);
  await joinByKey();
  await toVisitor().fill("Half a sentence");
  const { token } = await admin.call<{ token: string }>("POST", `/operators/${made.id}/token`);
  const form = page.getByRole("dialog", { name: "Sign in" });
  await form.getByText("Your sign-in has ended.").waitFor();
  await form.getByLabel("Token").fill(token);
  await form.getByRole("button", { name: "Sign in" }).click();
  await form.waitFor({ state: "detached" });
  await page.getByText("The inbox is offline").waitFor({ state: "hidden" });
  expect(await toVisitor().inputValue()).toBe("Half a sentence");
  await toVisitor().press("ControlOrMeta+Enter");
  await visitor.hears((frame) => frame.type === "message" && frame.text === "Half a sentence");
});

/** Runs in the page, before its scripts: out of sight, and what would be heard and shown on the desktop is kept. */
function recordAlerts(): void {
  const notes: number[] = [];
  const shown: string[] = [];
  const Oscillator = OscillatorNode;
  class Notice {
    static permission = "default";
    static async requestPermission(): Promise<string> {
      Notice.permission = "granted";
      return Notice.permission;
    }
    constructor(title: string, { body }: NotificationOptions) {
      shown.push(`${title}: ${body}`);
    }
  }
  // By the service worker, once it is there.
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body } = {}) => {
    shown.push(`${title}: ${body}`);
  };
  Object.assign(window, {
    notes,
    shown,
    OscillatorNode: class extends Oscillator {
      override start(when?: number): void {
        notes.push(this.frequency.value);
        super.start(when);
      }
    },
    Notification: Notice,
  });
  document.hasFocus = () => false;
}
const alerts = () =>
  page.evaluate(() => {
    const { notes, shown } = window as unknown as { notes: number[]; shown: string[] };
    return { tones: notes.length, shown };
  });

test("who waits is heard and shown on the desktop, where that was switched on", async () => {
  await page.addInitScript(recordAlerts);
  await openInbox(await hire("Jo Kerr"));
  await available().check();
  await page.getByText("Alerts, name, shortcuts").click();
  await page.getByRole("button", { name: "Allow desktop notifications" }).click();
  await page.getByText("Desktop notifications are on").waitFor();
  await askForPerson();
  const shown = ["Somebody waits for a person (Ava): The pot is broken\nhttps://harbour.example/orders"];
  await expect.poll(alerts).toEqual({ tones: 2, shown });

  await page.getByLabel("Sound when somebody waits").uncheck();
  visitor = await startVisitor();
  await askForPerson();
  await expect.poll(async () => (await alerts()).shown.length).toBe(2);
  expect((await alerts()).tones).toBe(2);
});

test("an agent's form says whether visitors may ask for a person, how long they wait, and when the agent asks", async () => {
  const [, agent_id = 0] = demo.agent_ids;
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/agents/${agent_id}`);
  await page.getByLabel("Visitors may ask for a person").check();
  await page.getByLabel("They wait").fill("5");
  await page.getByLabel("The agent asks by itself").fill("when the visitor is upset");
  await page.getByRole("button", { name: "Save agent" }).click();
  await expect.poll(() => page.getByLabel("They wait").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("They wait").fill("90");
  await page.getByRole("button", { name: "Save agent" }).click();
  await page.getByText("Agent saved").waitFor();
  const agent = () => admin.call<{ person: object }>("GET", `/agents/${agent_id}`);
  expect((await agent()).person).toEqual({ enabled: true, wait_seconds: 90, when: "when the visitor is upset" });
  await page.getByLabel("Visitors may ask for a person").uncheck();
  await page.getByRole("button", { name: "Save agent" }).click();
  await expect.poll(async () => (await agent()).person).toMatchObject({ enabled: false, wait_seconds: 90 });
});

test("the ledger shows a person's time apart from what was charged", async () => {
  await visitor.report({ type: "agent_transcript", text: "Good morning" });
  await admin.call("POST", `/sessions/${visitor.session_id}/join`, { name: "Ada Brook" });
  await admin.call("POST", `/sessions/${visitor.session_id}/end`);
  await openConsole(page, server.origin, `#/organizations/${demo.organization_id}/ledger`);
  const entry = page.getByRole("row").filter({ has: page.getByTitle(visitor.session_id) });
  await entry.getByText(/^\d+ s with a person besides, free$/).waitFor();
});
