import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestBrowser } from "../../harness/browser/browser.ts";
import { openConsole } from "../../harness/browser/console-page.ts";
import { OperatorInbox } from "../../harness/browser/operator-inbox.ts";
import { connectWithinAMinute, energyIn, keepPeers } from "../../harness/browser/peers.ts";
import { openBrowser } from "../../harness/browser/shared-browser.ts";
import { listen, Widget } from "../../harness/browser/widget-page.ts";
import { type BundledServer, startBundledServer } from "../../harness/service/bundled-server.ts";
import { makeDemoOrganization } from "../../harness/service/demo-organization.ts";
import { Admin, type DemoSite, eventually } from "../../harness/service/operator.ts";
import { elementTags, type Site, startSite } from "../../harness/service/website.ts";

/** Either side without a network, and a runtime that is killed: a page of another origin, and a person at the console. */

const SHORT_MS = 5_000;
const LONG_MS = 60_000;
/** When the visitor is told that the person is gone. */
const TOLD_MS = 20_000;

let server: BundledServer;
let admin: Admin;
let browser: TestBrowser;
let demo: DemoSite;
let site: Site;
let person: Page;
let widget: Widget;
let faults: string[];

beforeAll(async () => {
  server = await startBundledServer({});
  admin = new Admin(server.origin);
});
beforeEach(async () => {
  browser = await openBrowser();
  demo = await makeDemoOrganization(admin);
  site = await startSite(elementTags(server.origin, demo.api_key));
});
afterEach(async () => {
  await browser?.close();
  await site?.close();
});
afterAll(() => server?.stop());

/** Kills the runtime without a word to anybody, and starts it again on what is stored. */
const kill = () => server.deploy(join(import.meta.dirname, "../../../dist/public"));

async function fresh(): Promise<Page> {
  const page = await (await browser.context()).newPage();
  await page.addInitScript(keepPeers);
  await page.addInitScript(connectWithinAMinute);
  return page;
}

async function visit(wait_seconds: number): Promise<void> {
  await admin.call("PATCH", `/agents/${demo.agent_ids[0]}`, { name: "Ava", person: { enabled: true, wait_seconds } });
  const page = await fresh();
  faults = listen(page).faults;
  await page.goto(site.origin);
  await page.evaluate(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    document
      .querySelector("voice-widget")
      ?.addEventListener("voice-widget:person", ({ detail: { status } }) => told.push(status));
  });
  widget = new Widget(page);
  await widget.part("launcher").click();
  await say("Hello");
  await widget.hears("agent", "Hello");
}

/** Somebody at the console, available, under a name of their own. */
async function openInbox(): Promise<void> {
  const { token } = await admin.call<{ token: string }>("POST", "/operators", { name: "Ada Brook", role: "support" });
  person = await fresh();
  await openConsole(person, server.origin, `#/projects/${demo.project_id}/inbox`, token);
  await person.getByLabel("Available for visitors who ask for a person").check();
}

/** A visitor who has asked for a person. */
async function ask(wait_seconds = 600): Promise<void> {
  await openInbox();
  await visit(wait_seconds);
  await widget.part("person-ask").click();
  await person.getByRole("heading", { name: "Waiting for a person" }).waitFor();
  await person.getByRole("button", { name: /^Ava/ }).click();
}

async function joinThem(): Promise<void> {
  await person.getByRole("button", { name: "Join and reply" }).click();
  await log().getByText("Ada Brook has joined").waitFor();
  await toVisitor().waitFor();
}

const toVisitor = () => person.getByLabel("To the visitor");
const log = () => widget.part("transcript");
const status = (text: string) => widget.part("person").getByText(text).waitFor();
const told = () => widget.page.evaluate(() => (window as unknown as { told: string[] }).told);
const setOffline = (page: Page, off: boolean) => page.context().setOffline(off);

async function say(text: string): Promise<void> {
  await widget.write(text);
}

async function write(text: string): Promise<void> {
  await toVisitor().fill(text);
  await toVisitor().press("ControlOrMeta+Enter");
}

/** Both write, and each reads what the other wrote, once. */
async function bothWrite(about: string): Promise<void> {
  await say(`visitor ${about}`);
  await person.getByRole("region", { name: "What was said" }).getByText(`visitor ${about}`).waitFor();
  await write(`person ${about}`);
  await log().locator(".message.person").getByText(`person ${about}`).waitFor();
  const texts = (await widget.messages()).map(({ text }) => text);
  for (const text of [`visitor ${about}`, `person ${about}`])
    expect(texts.filter((one) => one === text)).toEqual([text]);
}

/** What stands in the record, and each line once. */
async function expectRecord(...wanted: string[]): Promise<void> {
  const session_id = (await widget.sessionId()) ?? "";
  const lines = async () => (await admin.session(session_id)).transcript.map(({ text }) => text);
  const all = await eventually(lines, (texts) => wanted.every((text) => texts.includes(text)));
  for (const text of wanted) expect(all.filter((one) => one === text)).toEqual([text]);
}

describe("a person without a network", () => {
  test("is not missed for 5 seconds; after 60 the visitor was told, and reads what was written then", async () => {
    await ask();
    await joinThem();
    const gone = Date.now();
    await setOffline(person, true);
    await person.getByText("The inbox is offline").waitFor();
    await say("within five seconds");
    await sleep(SHORT_MS);
    await setOffline(person, false);
    await person.getByText("The inbox is offline").waitFor({ state: "hidden" });
    const inTime = Date.now() - gone < TOLD_MS;
    await bothWrite("after five");
    // On a slow machine both are right: the service's clock begins later than this one.
    const missed = inTime ? [] : (await told()).slice(2);
    expect([[], ["waiting", "joined"]]).toContainEqual(missed);
    expect(await told()).toEqual(["waiting", "joined", ...missed]);

    await setOffline(person, true);
    await person.getByText("The inbox is offline").waitFor();
    const away = sleep(LONG_MS);
    await expect.poll(told).toEqual(["waiting", "joined", ...missed, "waiting"]);
    await say("within a minute");
    await toVisitor().fill("Typed without a network");
    await away;
    await setOffline(person, false);
    await expect.poll(told).toEqual(["waiting", "joined", ...missed, "waiting", "joined"]);
    await person.getByRole("region", { name: "What was said" }).getByText("within a minute").waitFor();
    expect(await toVisitor().inputValue()).toBe("Typed without a network");
    await bothWrite("after sixty");
    await expectRecord("within five seconds", "within a minute", "person after five", "person after sixty");
    expect(faults).toEqual([]);
  });

  test("who does not come back leaves the visitor to the agent after wait_seconds", async () => {
    await ask(30);
    await joinThem();
    await setOffline(person, true);
    await say("Are you there?");
    await log().getByText("Ada Brook has left").waitFor();
    expect(await told()).toEqual(["waiting", "joined", "waiting", "left"]);
    await widget.part("header").getByText("AI assistant").waitFor();
    await say("Then you.");
    await widget.hears("agent", "Then you.");
    await setOffline(person, false);
    await person.getByRole("button", { name: "Join and reply" }).waitFor();
    expect(faults).toEqual([]);
  });
});

describe("a visitor without a network", () => {
  test("has the person still, after 5 seconds and after 60, and what both wrote meanwhile", async () => {
    await ask();
    await joinThem();
    for (const [name, time] of [
      ["five", SHORT_MS],
      ["sixty", LONG_MS],
    ] as const) {
      await setOffline(widget.page, true);
      await status("Reconnecting");
      await say(`visitor for ${name}`);
      await write(`person for ${name}`);
      await sleep(time);
      await setOffline(widget.page, false);
      await log().getByText(`person for ${name}`).waitFor();
      await person.getByRole("region", { name: "What was said" }).getByText(`visitor for ${name}`).waitFor();
      await bothWrite(`after ${name}`);
    }
    expect(await told()).toEqual(["waiting", "joined"]);
    await expectRecord("visitor for five", "person for five", "visitor for sixty", "person for sixty");
    expect(faults).toEqual([]);
  });

  test("who waits for a person is waited for, too", async () => {
    await ask();
    await setOffline(widget.page, true);
    await sleep(SHORT_MS);
    await setOffline(widget.page, false);
    await joinThem();
    await bothWrite("then");
    expect(faults).toEqual([]);
  });
});

describe("a runtime that is killed", () => {
  test("while a person is waited for: they are still, and come", async () => {
    await ask();
    await kill();
    await person.getByText("The inbox is offline").waitFor({ state: "hidden" });
    await status("Asking the team");
    await say("Still here.");
    await widget.hears("agent", "Still here.");
    await joinThem();
    await bothWrite("then");
    expect(faults).toEqual([]);
  });

  test("while a person is there: they still are", async () => {
    await ask();
    await joinThem();
    await bothWrite("before");
    await kill();
    await bothWrite("after");
    expect(await told()).not.toContain("left");
    await expectRecord("visitor before", "person before", "visitor after", "person after");
    await person.getByRole("button", { name: "Give back to the agent" }).click();
    await log().getByText("Ada Brook has left").waitFor();
    await say("Then you.");
    await widget.hears("agent", "Then you.");
    expect(faults).toEqual([]);
  });

  test("while either asks for sound: the question ends with it, and both may ask again", async () => {
    await ask();
    await joinThem();
    await person.getByRole("button", { name: "Ask for sound" }).click();
    await status("Ada Brook would like to talk with you");
    await kill();
    await widget.part("person-accept").waitFor({ state: "detached" });
    await person.getByRole("button", { name: "Ask for sound" }).waitFor();

    // Who is not there cannot be asked.
    await person.getByText("The inbox is offline").waitFor({ state: "hidden" });
    await widget.part("person").getByText("Reconnecting").waitFor({ state: "hidden" });
    await widget.part("person-talk").click();
    await person.getByText("The visitor asks to talk by voice.").waitFor();
    await kill();
    await person.getByRole("button", { name: "Ask for sound" }).waitFor();
    await widget.part("person-talk").waitFor();
    await person.getByText("The inbox is offline").waitFor({ state: "hidden" });
    await bothWrite("in the end");
    expect(faults).toEqual([]);
  });

  test("while both talk: they hear each other on, and either still ends it", async () => {
    await ask();
    await joinThem();
    await person.getByRole("button", { name: "Ask for sound" }).click();
    await widget.part("person-accept").click();
    await status("Talking with Ada Brook");
    await person.getByText("You and the visitor hear each other.").waitFor();
    await kill();
    await bothWrite("while they talk");
    for (const side of [person, widget.page]) {
      const before = await energyIn(side);
      await expect.poll(() => energyIn(side)).toBeGreaterThan(before);
    }
    await widget.part("person-end").click();
    await person.getByRole("button", { name: "Ask for sound" }).waitFor();
    await status("The call is over");
    expect(faults).toEqual([]);
  });

  test("and a person who does not come back: the visitor is told, and has the agent again", async () => {
    await visit(30);
    const inbox = await OperatorInbox.open(server.origin, demo.project_id, true);
    await widget.part("person-ask").click();
    const session_id = await inbox.waiting();
    inbox.send({ type: "join", session_id, name: "Ada Brook" });
    await log().getByText("Ada Brook has joined").waitFor();
    await kill();
    await log().getByText("Ada Brook has left").waitFor();
    expect(await told()).toEqual(["waiting", "joined", "waiting", "left"]);
    await say("Then you.");
    await widget.hears("agent", "Then you.");
    expect(faults).toEqual([]);
  });
});
