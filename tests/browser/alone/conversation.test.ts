import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { rms, sounding, to8k } from "../../harness/audio/analysis.ts";
import { likenessInOrder } from "../../harness/audio/in-order.ts";
import { recording, vendorSaid } from "../../harness/audio/recorder.ts";
import { readWav, type Sound, join as soundsInARow } from "../../harness/audio/wav.ts";
import { inFirefox, type TestBrowser } from "../../harness/browser/browser.ts";
import { admin, demo, demoPage, startDemo } from "../../harness/browser/demo-site.ts";
import { openBrowser } from "../../harness/browser/shared-browser.ts";
import { Widget } from "../../harness/browser/widget-page.ts";
import { eventually } from "../../harness/service/operator.ts";
import { limit } from "../../harness/shared/slowness.ts";

const speech = (name: string) => readWav(join(import.meta.dirname, `../../fixtures/speech/${name}.wav`));
const table = speech("table-for-two");
const hours = speech("opening-hours");
const { rate } = table;

let browser: TestBrowser | undefined;

startDemo({ reducedMotion: false });
afterEach(async () => {
  await browser?.close();
  browser = undefined;
});

/** A visitor on the demo page with this microphone, in a call. */
async function call(microphone: Sound, untouched = false): Promise<Widget> {
  browser = await openBrowser({ microphone, untouched, reducedMotion: false });
  const widget = new Widget(await browser.visit(demoPage.origin));
  await widget.page.evaluate(() => {
    document.addEventListener("voice-widget:start", () => {
      performance.mark("click");
    });
  });
  await widget.startCall();
  return widget;
}

/** Words cut out of a sentence, at the rate that sounds are compared at. */
const span = (sound: Sound, from: number, to: number): Sound =>
  to8k({ rate: sound.rate, samples: sound.samples.subarray(from * sound.rate, to * sound.rate) });

describe("a conversation with the demo agent", () => {
  test("greets at once, plays the visitor's own words back, and settles the credit at the end", async () => {
    const before = await admin.organization(demo.organization_id);
    // The greeting takes about six seconds; the visitor hears it out.
    const widget = await call(soundsInARow(rate, [9, table, 30]), true);
    const { page } = widget;

    await widget.reaches("speaking");
    const session = await widget.sessionId();
    await widget.reaches("listening");
    const clicked = await page.evaluate(() => performance.getEntriesByName("click")[0]?.startTime ?? 0);
    const greeting = await recording(page, "output");
    const [first] = sounding(greeting);
    expect(first, "the greeting was heard").toBeDefined();
    const firstAudio = greeting.startedAt + (first?.from ?? 0) * 1000 - clicked;
    console.log(`first audio ${Math.round(firstAudio)} ms after the click`);
    expect(firstAudio).toBeGreaterThan(0);
    // Firefox starts its own sound late.
    expect(firstAudio).toBeLessThan(inFirefox ? 6_000 : limit(1_000, 6_000));

    // The visitor speaks, the agent answers with the visitor's own words.
    const [saidAt = 0] = await eventually(
      () => vendorSaid(page, "input_audio_buffer.speech_stopped"),
      (times) => times.length > 0,
    );
    // The greeting's end was the first; playback goes on for a while after the second.
    await eventually(
      () => vendorSaid(page, "response.done"),
      (times) => times.length > 1,
    );
    await widget.reaches("listening");
    const all = await recording(page, "output");
    const answer: Sound = {
      rate: all.rate,
      samples: all.samples.subarray(((saidAt - all.startedAt) / 1000) * all.rate),
    };
    const heard = to8k(answer);
    expect(rms(heard)).toBeGreaterThan(0.005);
    // Where the machine is busy the sound stands still for some milliseconds, and goes on where it was. The worst tenth of a
    // second counts, so that 20 ms that are lost are noticed.
    const same = likenessInOrder(span(table, 0.4, 2), heard);
    const other = likenessInOrder(span(hours, 0, 1.5), heard);
    console.log(`likeness: own words ${same.value.toFixed(3)}, other words ${other.value.toFixed(3)}`);
    expect(same.value).toBeGreaterThan(0.8);
    expect(other.value).toBeLessThan(0.6);

    await widget.part("end").first().click();
    await widget.reaches("ended");
    const after = await eventually(
      () => admin.organization(demo.organization_id),
      ({ lines, credit }) => lines.in_use === 0 && credit.reserved === 0,
    );
    const charges = (await admin.ledger(demo.organization_id)).filter(({ session_id }) => session_id === session);
    expect(charges).toHaveLength(1);
    expect(charges[0]?.kind).toBe("charge");
    expect(charges[0]?.amount).toBeLessThan(0);
    expect(after.credit.balance).toBe(before.credit.balance + (charges[0]?.amount ?? 0));
  });

  test("stops speaking when the visitor speaks", async () => {
    // The visitor begins in the middle of the greeting, also where that begins late.
    const widget = await call(soundsInARow(rate, [4, hours, 0.4, table, 20]));
    const { page } = widget;
    const [noticed = 0] = await eventually(
      () => vendorSaid(page, "input_audio_buffer.speech_started"),
      (times) => times.length > 0,
    );
    // Firefox tells the page of its sound through the page's own thread, which may be late.
    const late = inFirefox ? 0.8 : 0.2;
    const output = await eventually(
      () => recording(page, "output"),
      ({ startedAt, samples, rate }) => startedAt + (samples.length / rate) * 1000 > noticed + (late + 0.5) * 1000,
    );
    const input = await recording(page, "input");
    const at = (noticed - output.startedAt) / 1000;
    const spoken = sounding(output, { pause: 0.05 }).filter(({ from }) => from < at);
    expect(rms(output, at - 1.5, at - 0.3), "it was speaking").toBeGreaterThan(0.005);
    const silentAt = spoken.at(-1)?.to ?? 0;
    const [onset] = sounding(input);
    const afterOnset = output.startedAt + silentAt * 1000 - (input.startedAt + (onset?.from ?? 0) * 1000);
    console.log(
      `silent ${Math.round((silentAt - at) * 1000)} ms after speech_started, ${Math.round(afterOnset)} ms after the onset`,
    );
    expect(silentAt - at).toBeLessThan(late);
    expect(rms(output, at + late, at + late + 0.4), "and stays silent").toBeLessThan(0.002);
  });
});
