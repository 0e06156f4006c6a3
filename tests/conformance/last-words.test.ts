import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sounding } from "../harness/audio/analysis.ts";
import { launch, type TestBrowser } from "../harness/browser/browser.ts";
import { Visitor } from "../harness/browser/speaking-visitor.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { startBundledServer } from "../harness/service/bundled-server.ts";
import { Admin, eventually } from "../harness/service/operator.ts";
import type { Server } from "../harness/service/server.ts";
import { type Site, startSite } from "../harness/service/website.ts";
import { type ElevenLabsStandIn, elevenLabsStandIn } from "../harness/vendors/elevenlabs.ts";
import { LAST_WORDS } from "../harness/vendors/elevenlabs-call.ts";
import { speak } from "../harness/vendors/speech-clips.ts";
import { RATE } from "../harness/vendors/voice-rate.ts";
import { type Bench, openShop } from "./setup.ts";

/** What an agent says before it hangs up is heard, though all of it was sent long before; and then it is over. */
describe("an agent that ends the call", () => {
  let vendor: ElevenLabsStandIn;
  let server: Server;
  let browser: TestBrowser;
  let site: Site;

  beforeAll(async () => {
    vendor = await elevenLabsStandIn();
    [server, browser] = await Promise.all([
      startBundledServer({ ELEVENLABS_BASE_URL: vendor.origin, ELEVENLABS_API_KEY: vendor.key }),
      launch(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await server?.stop();
    await vendor?.close();
  });

  test("is heard to its end, then our side ends the call, and the service has the whole transcript", async () => {
    const admin = new Admin(server.origin);
    const agent = { provider: "provider_x", extprovider_convai_agent_id: "agent_bakery" };
    const bench = { vendor: { name: "elevenlabs", agent }, server, admin } as unknown as Bench;
    const shop = await openShop(bench);
    site = await startSite(
      `<script type="module" src="${server.origin}/voice-widget.js"></script><voice-widget api-key="${shop.key}"></voice-widget>`,
    );
    const visitor = await Visitor.on(browser, site.origin);
    const widget = new Widget(visitor.page);
    await widget.startCall();
    await widget.hears("agent", vendor.greeting ?? "Hello!");
    await widget.reaches("listening");
    const asked = await visitor.now();
    await visitor.page.evaluate(() => document.querySelector("voice-widget")?.sendText("Goodbye."));
    await widget.reaches("ended");
    const heard = sounding(await visitor.heardSince(asked), { threshold: 0.004 });
    const seconds = heard.reduce((sum, { from, to }) => sum + to - from, 0);
    const spoken = speak(LAST_WORDS).length / RATE;
    expect(seconds, `of ${spoken.toFixed(1)} s`).toBeGreaterThan(spoken * 0.7);
    // The page knows first that it is over.
    const over = await eventually(
      async () => vendor.calls.at(-1)?.over,
      (how) => how !== null,
    );
    expect(over, "the vendor waited for us").toBe("left");
    const session = (await widget.sessionId()) ?? "";
    await expect
      .poll(async () => {
        const { transcript, ...record } = await admin.session(session);
        return { ...record, last: transcript.at(-1) };
      })
      .toMatchObject({
        status: "ended",
        end_reason: "completed",
        last: { role: "agent", text: LAST_WORDS, interrupted: false },
      });
    expect(visitor.faults).toEqual([]);
  });
});
