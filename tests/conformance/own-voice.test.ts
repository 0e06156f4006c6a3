import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PHRASES } from "../../worker/objects/voice-agent/demo/speech/phrases.ts";
import { to8k } from "../harness/audio/analysis.ts";
import { likenessInOrder } from "../harness/audio/in-order.ts";
import { launch, type TestBrowser } from "../harness/browser/browser.ts";
import { Visitor } from "../harness/browser/speaking-visitor.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { Admin, eventually } from "../harness/service/operator.ts";
import { type Site, startSite } from "../harness/service/website.ts";
import { sentence } from "../harness/vendors/speech-recognizer.ts";
import { type Bench, openShop } from "./setup.ts";
import { startWithWebRtcVendors } from "./webrtc-vendors.ts";

/** A loudspeaker beside the microphone, and a vendor whose sound moves as media: it must not take its own voice for a visitor's. */

/** Some eight seconds: phrases that the stand-in has clips of. */
const GREETING = Object.values(PHRASES).slice(0, 2).join(" ");
const QUESTION = "Could I book a table for two on Friday evening?";

const SLOTS = { openai: "provider_a", inworld: "provider_b" };
type Name = keyof typeof SLOTS;

let browser: TestBrowser;
let started: Awaited<ReturnType<typeof startWithWebRtcVendors>>;
let site: Site;
let visitor: Visitor;

beforeAll(async () => {
  [browser, started] = await Promise.all([launch(), startWithWebRtcVendors()]);
});
afterEach(async () => {
  await visitor?.page.close();
  await site?.close();
});
afterAll(async () => {
  await browser?.close();
  await started?.server.stop();
  await Promise.all([started?.openai.close(), started?.inworld.close()]);
});

/** A call in which the microphone hears the loudspeaker, by this factor softer. @returns its place among the vendor's */
async function call(name: Name, loud: number, prepare?: (page: Page) => Promise<void>): Promise<number> {
  const { server } = started;
  const bench = { vendor: { name, agent: {} }, server, admin: new Admin(server.origin) } as unknown as Bench;
  const { key } = await openShop(bench, { initial_message: GREETING, provider: SLOTS[name] });
  site = await startSite(
    `<script type="module" src="${server.origin}/voice-widget.js"></script><voice-widget api-key="${key}"></voice-widget>`,
  );
  const place = started[name].calls.length;
  visitor = await Visitor.on(browser, site.origin, prepare, true, { late: 0.2, loud });
  const widget = new Widget(visitor.page);
  await widget.startCall();
  await widget.reaches("speaking");
  return place;
}

describe("where the page plays through speakers", () => {
  test.each(["openai", "inworld"] as const)("an agent at %s greets to the end, and hears nobody", async (name) => {
    const place = await call(name, 0.4);
    const widget = new Widget(visitor.page);
    await widget.reaches("listening");
    expect(await widget.messages()).toEqual([expect.objectContaining({ role: "agent", text: GREETING, final: true })]);
    expect((await widget.messages())[0]?.interrupted).toBeUndefined();
    expect(started[name].calls[place]?.understood).toEqual([]);
  });

  test("a visitor who interrupts it is heard, from the first word on", async () => {
    const place = await call("openai", 0.1);
    // Until the room is known all waits.
    await visitor.page.waitForTimeout(2_500);
    await visitor.say(sentence(QUESTION));
    const widget = new Widget(visitor.page);
    await eventually(
      async () => (await widget.messages())[0]?.interrupted,
      (interrupted) => interrupted === true,
    );
    await eventually(
      async () => started.openai.calls[place]?.understood.length,
      (turns) => turns === 1,
    );
    // A codec keeps no wave: so what the page gives to the connection is compared.
    const { value } = likenessInOrder(to8k(sentence(QUESTION)), await visitor.sent());
    expect(value).toBeGreaterThan(0.85);
  });

  test("without the guard it hears itself", async () => {
    await call("openai", 0.4, async (page) => {
      await page.route(/\/guard-/, (route) => route.abort());
    });
    await eventually(
      async () => (await new Widget(visitor.page).messages())[0]?.interrupted,
      (interrupted) => interrupted === true,
    );
  });
});
