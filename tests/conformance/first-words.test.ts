import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { to8k } from "../harness/audio/analysis.ts";
import { likenessInOrder } from "../harness/audio/in-order.ts";
import type { Sound } from "../harness/audio/wav.ts";
import { launch, type TestBrowser } from "../harness/browser/browser.ts";
import { Visitor } from "../harness/browser/speaking-visitor.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { startBundledServer } from "../harness/service/bundled-server.ts";
import { Admin, eventually } from "../harness/service/operator.ts";
import type { Server } from "../harness/service/server.ts";
import { type Site, startSite } from "../harness/service/website.ts";
import { geminiStandIn } from "../harness/vendors/gemini.ts";
import { openaiStandIn } from "../harness/vendors/openai.ts";
import { sentence } from "../harness/vendors/speech-recognizer.ts";
import type { StandIn } from "../harness/vendors/stand-in.ts";
import { type Bench, openShop } from "./setup.ts";

/** What is said before there is a connection reaches the vendor all the same, over each kind of connection. */

const QUESTION = "When do you open tomorrow?";
const KINDS = {
  gemini: { standIn: geminiStandIn, env: (of: StandIn) => ({ GEMINI_BASE_URL: of.origin, GEMINI_API_KEY: of.key }) },
  openai: {
    standIn: openaiStandIn,
    env: (of: StandIn) => ({ OPENAI_BASE_URL: `${of.origin}/v1`, OPENAI_API_KEY: of.key }),
  },
};

let browser: TestBrowser;

beforeAll(async () => {
  // How the orb moves says that the visitor is heard.
  browser = await launch({ reducedMotion: false });
});
afterAll(() => browser?.close());

describe.each(["gemini", "openai"] as const)("words before the connection to %s stands", (name) => {
  let vendor: StandIn;
  let server: Server;
  let site: Site;

  beforeAll(async () => {
    vendor = await KINDS[name].standIn();
    server = await startBundledServer({ PROVIDER_A: name, ...KINDS[name].env(vendor) });
    const bench = { vendor: { name, agent: {} }, server, admin: new Admin(server.origin) } as unknown as Bench;
    const { key } = await openShop(bench, { initial_message: "" });
    site = await startSite(
      `<script type="module" src="${server.origin}/voice-widget.js"></script><voice-widget api-key="${key}"></voice-widget>`,
    );
  });
  afterAll(async () => {
    await site?.close();
    await server?.stop();
    await vendor?.close();
  });

  /** A call whose session the service opens as soon as `before` is done. */
  async function call(before: (visitor: Visitor) => Promise<void>): Promise<Visitor> {
    let answer = () => {};
    const said = new Promise<void>((done) => {
      answer = done;
    });
    const visitor = await Visitor.on(browser, site.origin, async (page) => {
      await page.route("**/widget/v1/session", async (route) => {
        await said;
        await route.continue();
      });
    });
    const widget = new Widget(visitor.page);
    await widget.startCall();
    await visitor.mayTalk();
    await before(visitor);
    answer();
    return visitor;
  }
  const input = (visitor: Visitor) =>
    visitor.page.evaluate(() => {
      const orb = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel");
      return Number(getComputedStyle(orb?.shadowRoot?.querySelector(".orb") as Element).getPropertyValue("--in"));
    });

  /** The vendor has heard the whole question in the newest of so many calls, and understood it. */
  async function heardWhole(visitor: Visitor, calls: number): Promise<void> {
    const call = await eventually(
      async () => vendor.calls[calls - 1],
      (found) => (found?.understood.length ?? 0) > 0,
    );
    expect(vendor.calls.length).toBe(calls);
    // A codec keeps no wave, and a busy machine's connection stretches it: so what the page gives to it is compared.
    const sent = name === "openai" ? await visitor.sent() : to8k(call?.heard() as Sound);
    expect(likenessInOrder(to8k(sentence(QUESTION)), sent).value).toBeGreaterThan(0.85);
    expect(call?.understood.map(({ text }) => text)).toEqual([QUESTION]);
  }

  test("are heard first, whole, once, and answered; the page shows that it hears them", async () => {
    const calls = vendor.calls.length + 1;
    const visitor = await call(async (visitor) => {
      await visitor.say(sentence(QUESTION));
      await expect.poll(() => input(visitor)).toBeGreaterThan(0.1);
      await visitor.saidAll();
    });
    await heardWhole(visitor, calls);
    await new Widget(visitor.page).hears("agent", QUESTION);
    expect(visitor.faults).toEqual([]);
    await visitor.page.close();
  });

  test("are one sentence with those after it", async () => {
    const calls = vendor.calls.length + 1;
    const visitor = await call(async (visitor) => {
      await visitor.say(sentence(QUESTION));
      await expect.poll(() => input(visitor)).toBeGreaterThan(0.1);
    });
    await heardWhole(visitor, calls);
    await visitor.page.close();
  });

  test("are not kept where the visitor is muted", async () => {
    const calls = vendor.calls.length;
    const { page } = await call(async (visitor) => {
      await visitor.page.evaluate(() => document.querySelector("voice-widget")?.mute(true));
      await visitor.say(sentence(QUESTION));
      await visitor.saidAll();
      await visitor.page.evaluate(() => document.querySelector("voice-widget")?.mute(false));
    });
    const widget = new Widget(page);
    await widget.reaches("listening");
    await widget.write("Is there fresh rye?");
    await widget.hears("agent", "Is there fresh rye?");
    expect(vendor.calls.length).toBe(calls + 1);
    const heard = vendor.calls.at(-1)?.heard() as Sound;
    expect(heard.samples.some((sample) => Math.abs(sample) > 0.01)).toBe(false);
    await page.close();
  });
});
