import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { vendorSaid } from "../../harness/audio/recorder.ts";
import { readWav, type Sound, join as soundsInARow } from "../../harness/audio/wav.ts";
import { inFirefox, type TestBrowser } from "../../harness/browser/browser.ts";
import { admin, demo, demoPage, startDemo } from "../../harness/browser/demo-site.ts";
import { openBrowser } from "../../harness/browser/shared-browser.ts";
import { Widget } from "../../harness/browser/widget-page.ts";

const table = readWav(join(import.meta.dirname, "../../fixtures/speech/table-for-two.wav"));
const { rate } = table;
const TIME = "I need more time";

let browser: TestBrowser | undefined;

startDemo();
afterEach(async () => {
  await browser?.close();
  browser = undefined;
});

/** The demo page, for a visitor with this microphone. */
async function visit(microphone: Sound): Promise<{ page: Page; widget: Widget; starts: unknown[] }> {
  browser = await openBrowser({ microphone });
  const page = await browser.visit(demoPage.origin);
  /** The bodies of all starts. */
  const starts: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/widget/v1/session")) starts.push(request.postDataJSON());
  });
  return { page, widget: new Widget(page), starts };
}

// Over WebDriver BiDi nobody reads the body of a request.
describe.skipIf(inFirefox)("a visitor who needs more time", () => {
  test("says so once, and may then pause for 0.8 and 1.5 s within a turn", async () => {
    const third = table.samples.length / 3;
    const word = (at: number): Sound => ({ rate, samples: table.samples.subarray(at * third, (at + 1) * third) });
    // The greeting takes about six seconds.
    const { page, widget, starts } = await visit(soundsInARow(rate, [9, word(0), 0.8, word(1), 1.5, word(2), 60]));
    await widget.part("launcher").click();
    await widget.part("settings-toggle").click();
    const settings = widget.part("settings");
    await settings.getByLabel(TIME).check();
    expect(await settings.getByText("From the next call on").count()).toBe(0);
    await widget.part("done").click();
    await widget.part("start").click();
    await widget.reaches("speaking");
    await widget.reaches("listening");
    await widget.reaches("speaking");
    const [began = 0, ...others] = await vendorSaid(page, "input_audio_buffer.speech_started");
    const [ended = 0] = await vendorSaid(page, "input_audio_buffer.speech_stopped");
    expect(others).toEqual([]);
    expect(ended - began).toBeGreaterThan((table.samples.length / rate + 0.8 + 1.5) * 1_000);
    expect(starts).toMatchObject([{ more_time: true }]);
  });

  test("reads in a call when it begins to count; the choice is remembered", async () => {
    const { page, widget, starts } = await visit(soundsInARow(rate, [60]));
    await widget.startCall();
    await widget.reaches("listening", "speaking");
    await widget.openCallSettings();
    await widget.part("settings").getByLabel(`${TIME}: wait longer when I pause From the next call on`).check();
    await widget.part("done").click();
    await widget.part("end").click();
    await widget.reaches("ended");
    await page.reload();
    await widget.startCall();
    await widget.reaches("listening", "speaking");
    expect(starts).toEqual([
      expect.not.objectContaining({ more_time: true }),
      expect.objectContaining({ more_time: true }),
    ]);
  });

  test("is not offered what the agent's vendor has no setting for", async () => {
    const { page, widget } = await visit(soundsInARow(rate, [60]));
    await page.route("**/widget/v1/config", async (route) => {
      const answer = await (await route.fetch()).json();
      for (const agent of answer.agents) agent.provider = "provider_x";
      await route.fulfill({ json: answer });
    });
    await page.reload();
    await widget.part("launcher").click();
    await widget.part("settings-toggle").click();
    await widget.part("settings").getByLabel("Push to talk").waitFor();
    expect(await widget.part("settings").getByLabel(TIME).count()).toBe(0);
  });
});

// Firefox asks for the microphone in each call, which loads the help at once.
describe.skipIf(inFirefox)("a turn that has no end, as where other people talk", () => {
  // No pause in it is long enough to end a turn.
  const babble = soundsInARow(rate, [3, ...Array.from({ length: 40 }, () => table)]);
  const helpLoads = (page: Page) => {
    const loads: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/microphone-help-")) loads.push(request.url());
    });
    return loads;
  };
  const noPause = (widget: Widget) => widget.part("notice").getByText("The agent hears no pause");

  test("is ended by push-to-talk, which the panel offers meanwhile", { timeout: 120_000 }, async () => {
    const { page, widget } = await visit(babble);
    const loads = helpLoads(page);
    await widget.startCall();
    await expect.poll(() => vendorSaid(page, "input_audio_buffer.speech_started")).toHaveLength(1);
    const loadedBefore = loads.length;
    await noPause(widget).waitFor({ timeout: 30_000 });
    const [began = 0] = await vendorSaid(page, "input_audio_buffer.speech_started");
    const now = await page.evaluate(() => performance.now());
    expect(now - began).toBeGreaterThan(19_500);
    expect([loadedBefore, loads.length]).toEqual([0, 1]);
    await widget.part("end-turn").click();
    await noPause(widget).waitFor({ state: "detached" });
    await widget.part("talk").waitFor();
    await widget.reaches("thinking", "speaking");
  });

  test("is ended by muting where the owner lets nobody choose", { timeout: 120_000 }, async () => {
    await admin.call("PATCH", `/projects/${demo.project_id}`, {
      widget_config: { features: { talkModeChoice: false } },
    });
    const { widget } = await visit(babble);
    await widget.startCall();
    await noPause(widget).waitFor({ timeout: 30_000 });
    expect(await widget.part("end-turn").textContent()).toContain("Mute");
    await widget.part("end-turn").click();
    await noPause(widget).waitFor({ state: "detached" });
    await widget.reaches("thinking", "speaking");
  });
});
