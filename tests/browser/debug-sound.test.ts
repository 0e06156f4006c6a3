import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { openSpeaker } from "../harness/browser/open-speaker.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { startSite } from "../harness/service/website.ts";

startDemo();

declare global {
  interface Window {
    /** How loud the tone is that the microphone hears; from 1 on it clips. */
    setTone(gain: number): void;
    /** Takes the microphone away, as who pulls its plug; there is no other. */
    unplug(): void;
    /** The rate that the browser says the microphone has, hertz. */
    setRate(to: number): void;
  }
}

/** Runs in the page, before its scripts: a microphone that hears a tone as loud as the test says, at first none. */
function toneMicrophone(): void {
  if (!navigator.mediaDevices) return;
  let gone = false;
  navigator.mediaDevices.getUserMedia = async () => {
    if (gone) throw new DOMException("none", "NotFoundError");
    const context = new AudioContext();
    const tone = context.createOscillator();
    const gain = new GainNode(context, { gain: 0 });
    const target = context.createMediaStreamDestination();
    tone.connect(gain).connect(target);
    tone.start();
    window.setTone = (to) => {
      gain.gain.value = to;
    };
    const [track] = target.stream.getAudioTracks();
    window.setRate = (sampleRate) => {
      if (track) track.getSettings = () => ({ sampleRate });
    };
    window.setRate(48_000);
    window.unplug = () => {
      gone = true;
      for (const track of target.stream.getTracks()) {
        track.stop();
        track.dispatchEvent(new Event("ended"));
      }
    };
    return target.stream;
  };
}

/** A call with the attribute `debug`, on a page with that microphone, until the agent greets. */
async function callWithDebug(
  microphone: (page: Page) => Promise<unknown> = (page) => page.addInitScript(toneMicrophone),
) {
  const site = await startSite(
    `<script type="module" src="${server.origin}/voice-widget.js"></script><voice-widget api-key="${demo.api_key}" debug></voice-widget>`,
  );
  const page = await (await browser.context()).newPage();
  const heard = listen(page);
  await microphone(page);
  await page.goto(site.origin);
  const widget = new Widget(page);
  const sound = widget.part("debug").locator(".sound");
  await widget.startCall();
  await widget.reaches("speaking");
  return { site, page, heard, widget, sound };
}

test("debug says what is wrong with the sound, and the call goes on", async () => {
  const { site, page, heard, widget, sound } = await callWithDebug();
  await sound.getByText(/the microphone ".*" gives nothing but zeros/).waitFor();
  expect(await sound.getByRole("meter", { name: "Microphone" }).evaluate((one: HTMLMeterElement) => one.value)).toBe(
    -60,
  );

  await page.evaluate(() => window.setTone(4));
  await sound.getByText(/clips: turn its level down/).waitFor();

  await page.evaluate(() => window.setTone(0.03));
  await sound.getByText(/steady noise of −3\d dB/).waitFor();
  expect(await sound.getByRole("meter", { name: "Agent" }).count()).toBe(1);

  // The page's own music, here a stream without an end.
  await page.evaluate(() => {
    const context = new AudioContext();
    const target = context.createMediaStreamDestination();
    const tone = context.createOscillator();
    tone.connect(target);
    tone.start();
    const music = Object.assign(document.createElement("audio"), { srcObject: target.stream });
    document.body.append(music);
    return music.play();
  });
  await sound.getByText(/the page plays sound of its own \(1\)/).waitFor();

  await widget.write("Is there fresh rye?");
  await widget.hears("agent", "fresh rye");
  expect(heard.faults).toEqual([]);
  expect(heard.warnings.filter((text) => /sound: /.test(text)).length).toBeGreaterThanOrEqual(4);
  await widget.part("end").click();
  await widget.reaches("ended");
  await sound
    .getByText(/the microphone/)
    .first()
    .waitFor({ state: "detached" });
  await page.context().close();
  await site.close();
});

test("a clock that jumps by an hour and a microphone that is pulled out end no call", async () => {
  const { site, page, heard, widget, sound } = await callWithDebug();
  await page.evaluate(() => window.setTone(0.03));
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 3_600_000;
  });
  await sound.getByText(/the computer's clock jumped by 3600 s/).waitFor();
  await widget.write("Is there fresh rye?");
  await widget.hears("agent", "fresh rye");

  await page.evaluate(() => window.unplug());
  await widget.part("notice").first().waitFor();
  await widget.write("Can you still read me?");
  await widget.hears("agent", "still read me");
  expect(heard.faults).toEqual([]);
  await widget.part("end").click();
  await widget.reaches("ended");
  await page.context().close();
  await site.close();
});

test("a microphone that says another rate than before, as a headset's does, is named, and the call goes on", async () => {
  const { site, page, heard, widget, sound } = await callWithDebug();
  await page.evaluate(() => window.setTone(0.03));
  await sound.getByText(/steady noise/).waitFor();
  await page.evaluate(() => window.setRate(16_000));
  await sound.getByText(/changed its rate from 48000 to 16000 Hz: a Bluetooth headset/).waitFor();
  await widget.write("Is there fresh rye?");
  await widget.hears("agent", "fresh rye");
  expect(heard.faults).toEqual([]);
  await page.context().close();
  await site.close();
});

test("a speaker that lags by half a second, as one over Bluetooth does, is named, and ends no call", async () => {
  const { site, page, heard, widget, sound } = await callWithDebug((one) => one.addInitScript(openSpeaker, 0.5));
  await sound.getByText(/hears the agent: an echo of −\d+ dB after \d+ ms/).waitFor();
  // A normal agent answers its own voice here. Whoever has read why can mute.
  await widget.part("mute").click();
  await widget.write("Is there fresh rye?");
  await widget.hears("agent", "fresh rye");
  expect(heard.faults).toEqual([]);
  expect(heard.warnings.some((text) => /sound: .*an echo/.test(text))).toBe(true);
  await widget.part("end").click();
  await widget.reaches("ended");
  await page.context().close();
  await site.close();
});
