import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, test as base, beforeAll, describe, expect } from "vitest";
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

beforeAll(async () => {
  server = await startBundledServer({});
  admin = new Admin(server.origin);
});
afterAll(() => server?.stop());

/** Kills the runtime without a word to anybody, and starts it again on what is stored. */
const kill = () => server.deploy(join(import.meta.dirname, "../../../dist/public"));
const setOffline = (page: Page, off: boolean) => page.context().setOffline(off);

/** A visitor of a page of another origin, and a person at the console, in an organization of their own. */
class Scene {
  readonly demo: DemoSite;
  readonly #browser: TestBrowser;
  readonly #site: Site;
  person!: Page;
  widget!: Widget;
  faults: string[] = [];

  private constructor(browser: TestBrowser, demo: DemoSite, site: Site) {
    this.#browser = browser;
    this.demo = demo;
    this.#site = site;
  }

  static async begin(): Promise<Scene> {
    const browser = await openBrowser();
    const demo = await makeDemoOrganization(admin);
    return new Scene(browser, demo, await startSite(elementTags(server.origin, demo.api_key)));
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#site.close();
  }

  async #fresh(): Promise<Page> {
    const page = await (await this.#browser.context()).newPage();
    await page.addInitScript(keepPeers);
    await page.addInitScript(connectWithinAMinute);
    return page;
  }

  async visit(wait_seconds: number): Promise<void> {
    await admin.call("PATCH", `/agents/${this.demo.agent_ids[0]}`, {
      name: "Ava",
      person: { enabled: true, wait_seconds },
    });
    const page = await this.#fresh();
    this.faults = listen(page).faults;
    await page.goto(this.#site.origin);
    await page.evaluate(() => {
      const told: string[] = [];
      Object.assign(window, { told });
      document
        .querySelector("voice-widget")
        ?.addEventListener("voice-widget:person", ({ detail: { status } }) => told.push(status));
    });
    this.widget = new Widget(page);
    await this.widget.part("launcher").click();
    await this.say("Hello");
    await this.widget.hears("agent", "Hello");
  }

  /** Somebody at the console, available, under a name of their own. */
  async #openInbox(): Promise<void> {
    const { token } = await admin.call<{ token: string }>("POST", "/operators", { name: "Ada Brook", role: "support" });
    this.person = await this.#fresh();
    await openConsole(this.person, server.origin, `#/projects/${this.demo.project_id}/inbox`, token);
    await this.person.getByLabel("Available for visitors who ask for a person").check();
  }

  /** A visitor who has asked for a person. */
  async ask(wait_seconds = 600): Promise<void> {
    await this.#openInbox();
    await this.visit(wait_seconds);
    await this.widget.part("person-ask").click();
    await this.person.getByRole("heading", { name: "Waiting for a person" }).waitFor();
    await this.person.getByRole("button", { name: /^Ava/ }).click();
  }

  async joinThem(): Promise<void> {
    await this.person.getByRole("button", { name: "Join and reply" }).click();
    await this.log().getByText("Ada Brook has joined").waitFor();
    await this.toVisitor().waitFor();
  }

  toVisitor = () => this.person.getByLabel("To the visitor");
  log = () => this.widget.part("transcript");
  status = (text: string) => this.widget.part("person").getByText(text).waitFor();
  told = () => this.widget.page.evaluate(() => (window as unknown as { told: string[] }).told);
  say = (text: string) => this.widget.write(text);

  async write(text: string): Promise<void> {
    await this.toVisitor().fill(text);
    await this.toVisitor().press("ControlOrMeta+Enter");
  }

  /** Both write, and each reads what the other wrote, once. */
  async bothWrite(about: string): Promise<void> {
    await this.say(`visitor ${about}`);
    await this.person.getByRole("region", { name: "What was said" }).getByText(`visitor ${about}`).waitFor();
    await this.write(`person ${about}`);
    await this.log().locator(".message.person").getByText(`person ${about}`).waitFor();
    const texts = (await this.widget.messages()).map(({ text }) => text);
    for (const text of [`visitor ${about}`, `person ${about}`])
      expect(texts.filter((one) => one === text)).toEqual([text]);
  }

  /** What stands in the record, and each line once. */
  async expectRecord(...wanted: string[]): Promise<void> {
    const session_id = (await this.widget.sessionId()) ?? "";
    const lines = async () => (await admin.session(session_id)).transcript.map(({ text }) => text);
    const all = await eventually(lines, (texts) => wanted.every((text) => texts.includes(text)));
    for (const text of wanted) expect(all.filter((one) => one === text)).toEqual([text]);
  }
}

const test = base.extend<{ here: Scene }>({
  here: async ({ task: _ }, use) => {
    const here = await Scene.begin();
    await use(here);
    await here.close();
  },
});

// Side by side: they wait for time to pass, up to a minute. What kills the runtime that all share comes after them.
describe.concurrent("a person without a network", () => {
  test("is not missed for 5 seconds; after 60 the visitor was told, and reads what was written then", async ({
    here,
    expect,
  }) => {
    await here.ask();
    await here.joinThem();
    const gone = Date.now();
    await setOffline(here.person, true);
    await here.person.getByText("The inbox is offline").waitFor();
    await here.say("within five seconds");
    await sleep(SHORT_MS);
    await setOffline(here.person, false);
    await here.person.getByText("The inbox is offline").waitFor({ state: "hidden" });
    const inTime = Date.now() - gone < TOLD_MS;
    await here.bothWrite("after five");
    // On a slow machine both are right: the service's clock begins later than this one.
    const missed = inTime ? [] : (await here.told()).slice(2);
    expect([[], ["waiting", "joined"]]).toContainEqual(missed);
    expect(await here.told()).toEqual(["waiting", "joined", ...missed]);

    await setOffline(here.person, true);
    await here.person.getByText("The inbox is offline").waitFor();
    const away = sleep(LONG_MS);
    await expect.poll(here.told).toEqual(["waiting", "joined", ...missed, "waiting"]);
    await here.say("within a minute");
    await here.toVisitor().fill("Typed without a network");
    await away;
    await setOffline(here.person, false);
    await expect.poll(here.told).toEqual(["waiting", "joined", ...missed, "waiting", "joined"]);
    await here.person.getByRole("region", { name: "What was said" }).getByText("within a minute").waitFor();
    expect(await here.toVisitor().inputValue()).toBe("Typed without a network");
    await here.bothWrite("after sixty");
    await here.expectRecord("within five seconds", "within a minute", "person after five", "person after sixty");
    expect(here.faults).toEqual([]);
  });

  test("who does not come back leaves the visitor to the agent after wait_seconds", async ({ here, expect }) => {
    await here.ask(30);
    await here.joinThem();
    await setOffline(here.person, true);
    await here.say("Are you there?");
    await here.log().getByText("Ada Brook has left").waitFor();
    expect(await here.told()).toEqual(["waiting", "joined", "waiting", "left"]);
    await here.widget.part("header").getByText("AI assistant").waitFor();
    await here.say("Then you.");
    await here.widget.hears("agent", "Then you.");
    await setOffline(here.person, false);
    await here.person.getByRole("button", { name: "Join and reply" }).waitFor();
    expect(here.faults).toEqual([]);
  });
});

describe.concurrent("a visitor without a network", () => {
  test("has the person still, after 5 seconds and after 60, and what both wrote meanwhile", async ({
    here,
    expect,
  }) => {
    await here.ask();
    await here.joinThem();
    for (const [name, time] of [
      ["five", SHORT_MS],
      ["sixty", LONG_MS],
    ] as const) {
      await setOffline(here.widget.page, true);
      await here.status("Reconnecting");
      await here.say(`visitor for ${name}`);
      await here.write(`person for ${name}`);
      await sleep(time);
      await setOffline(here.widget.page, false);
      await here.log().getByText(`person for ${name}`).waitFor();
      await here.person.getByRole("region", { name: "What was said" }).getByText(`visitor for ${name}`).waitFor();
      await here.bothWrite(`after ${name}`);
    }
    expect(await here.told()).toEqual(["waiting", "joined"]);
    await here.expectRecord("visitor for five", "person for five", "visitor for sixty", "person for sixty");
    expect(here.faults).toEqual([]);
  });

  test("who waits for a person is waited for, too", async ({ here, expect }) => {
    await here.ask();
    await setOffline(here.widget.page, true);
    await sleep(SHORT_MS);
    await setOffline(here.widget.page, false);
    await here.joinThem();
    await here.bothWrite("then");
    expect(here.faults).toEqual([]);
  });
});

describe("a runtime that is killed", () => {
  test("while a person is waited for: they are still, and come", async ({ here }) => {
    await here.ask();
    await kill();
    await here.person.getByText("The inbox is offline").waitFor({ state: "hidden" });
    await here.status("Asking the team");
    await here.say("Still here.");
    await here.widget.hears("agent", "Still here.");
    await here.joinThem();
    await here.bothWrite("then");
    expect(here.faults).toEqual([]);
  });

  test("while a person is there: they still are", async ({ here }) => {
    await here.ask();
    await here.joinThem();
    await here.bothWrite("before");
    await kill();
    await here.bothWrite("after");
    expect(await here.told()).not.toContain("left");
    await here.expectRecord("visitor before", "person before", "visitor after", "person after");
    await here.person.getByRole("button", { name: "Give back to the agent" }).click();
    await here.log().getByText("Ada Brook has left").waitFor();
    await here.say("Then you.");
    await here.widget.hears("agent", "Then you.");
    expect(here.faults).toEqual([]);
  });

  test("while either asks for sound: the question ends with it, and both may ask again", async ({ here }) => {
    await here.ask();
    await here.joinThem();
    await here.person.getByRole("button", { name: "Ask for sound" }).click();
    await here.status("Ada Brook would like to talk with you");
    await kill();
    await here.widget.part("person-accept").waitFor({ state: "detached" });
    await here.person.getByRole("button", { name: "Ask for sound" }).waitFor();

    // Who is not there cannot be asked.
    await here.person.getByText("The inbox is offline").waitFor({ state: "hidden" });
    await here.widget.part("person").getByText("Reconnecting").waitFor({ state: "hidden" });
    await here.widget.part("person-talk").click();
    await here.person.getByText("The visitor asks to talk by voice.").waitFor();
    await kill();
    await here.person.getByRole("button", { name: "Ask for sound" }).waitFor();
    await here.widget.part("person-talk").waitFor();
    await here.person.getByText("The inbox is offline").waitFor({ state: "hidden" });
    await here.bothWrite("in the end");
    expect(here.faults).toEqual([]);
  });

  test("while both talk: they hear each other on, and either still ends it", async ({ here }) => {
    await here.ask();
    await here.joinThem();
    await here.person.getByRole("button", { name: "Ask for sound" }).click();
    await here.widget.part("person-accept").click();
    await here.status("Talking with Ada Brook");
    await here.person.getByText("You and the visitor hear each other.").waitFor();
    await kill();
    await here.bothWrite("while they talk");
    for (const side of [here.person, here.widget.page]) {
      const before = await energyIn(side);
      await expect.poll(() => energyIn(side)).toBeGreaterThan(before);
    }
    await here.widget.part("person-end").click();
    await here.person.getByRole("button", { name: "Ask for sound" }).waitFor();
    await here.status("The call is over");
    expect(here.faults).toEqual([]);
  });

  test("and a person who does not come back: the visitor is told, and has the agent again", async ({ here }) => {
    await here.visit(30);
    const inbox = await OperatorInbox.open(server.origin, here.demo.project_id, true);
    await here.widget.part("person-ask").click();
    const session_id = await inbox.waiting();
    inbox.send({ type: "join", session_id, name: "Ada Brook" });
    await here.log().getByText("Ada Brook has joined").waitFor();
    await kill();
    await here.log().getByText("Ada Brook has left").waitFor();
    expect(await here.told()).toEqual(["waiting", "joined", "waiting", "left"]);
    await here.say("Then you.");
    await here.widget.hears("agent", "Then you.");
    expect(here.faults).toEqual([]);
  });
});
