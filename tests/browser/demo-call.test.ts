import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { rms } from "../harness/audio/analysis.ts";
import { recording, vendorSaid } from "../harness/audio/recorder.ts";
import { readWav, join as soundsInARow } from "../harness/audio/wav.ts";
import type { TestBrowser } from "../harness/browser/browser.ts";
import { demoPage, server, startDemo } from "../harness/browser/demo-site.ts";
import { openBrowser } from "../harness/browser/shared-browser.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { eventually } from "../harness/service/operator.ts";

/** A call with the demo agent of which no time is measured; alone/conversation.test.ts has the others. */

const speech = (name: string) => readWav(join(import.meta.dirname, `../fixtures/speech/${name}.wav`));
const table = speech("table-for-two");
const hours = speech("opening-hours");

let browser: TestBrowser | undefined;

startDemo();
afterEach(async () => {
  await browser?.close();
  browser = undefined;
});

test("runs under the demo page's strict content security policy", async () => {
  browser = await openBrowser();
  const page = await (await browser.context()).newPage();
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.warn(`violation: ${violatedDirective} ${blockedURI}`);
    });
  });
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/violat|Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  const answer = await page.goto(`${server.origin}/`);
  expect(await answer?.headerValue("content-security-policy")).toMatch(/default-src 'none'.*script-src 'self'/);
  const widget = new Widget(page);
  await widget.startCall();
  await widget.reaches("speaking");
  expect(violations).toEqual([]);
});

test("a muted microphone says nothing", async () => {
  browser = await openBrowser({ microphone: soundsInARow(table.rate, [8, table, 1, hours, 20]) });
  const widget = new Widget(await browser.visit(demoPage.origin));
  const { page } = widget;
  await widget.startCall();
  await widget.part("mute").click();
  await widget.reaches("speaking");
  await widget.reaches("listening");
  expect(await widget.part("status").textContent()).toContain("off");
  // Until the microphone has played both sentences.
  await eventually(
    () => recording(page, "input").then(({ rate, samples }) => samples.length / rate),
    (seconds) => seconds > 15,
  );
  expect(rms(await recording(page, "input"))).toBe(0);
  expect(await vendorSaid(page, "input_audio_buffer.speech_started")).toEqual([]);
});
