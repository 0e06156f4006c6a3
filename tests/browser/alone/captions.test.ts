import { afterEach, beforeEach, expect, test } from "vitest";
import { PHRASES } from "../../../worker/objects/voice-agent/demo/speech/phrases.ts";
import { admin, browser, demo, startDemo } from "../../harness/browser/demo-site.ts";
import { Widget } from "../../harness/browser/widget-page.ts";
import { eventually } from "../../harness/service/operator.ts";
import { type Site, startSite } from "../../harness/service/website.ts";

/** An answer's words appear as they are spoken, though the demo agent sends all of them at once. */

const ANSWER = `${PHRASES.hello} ${PHRASES.help}`;

let site: Site;

startDemo({ reducedMotion: false });
beforeEach(async () => {
  site = await startSite(demo.snippet);
});
afterEach(() => site?.close());

/** A call whose greeting is over. */
async function call(): Promise<Widget> {
  const page = await (await browser.context()).newPage();
  await page.goto(site.origin);
  const widget = new Widget(page);
  await widget.startCall();
  await widget.reaches("speaking");
  await widget.reaches("listening");
  return widget;
}

const answerOf = async (widget: Widget) => (await widget.messages()).filter(({ role }) => role === "agent")[1];

/** Reads along until so many characters have been said, and stops the agent then if it is to. Resolves to all that was read. */
const readUntil = ({ page }: Widget, characters: number, stops: boolean) =>
  page.evaluate(
    ([characters, stops]) =>
      new Promise<string[]>((resolve) => {
        const widget = document.querySelector("voice-widget");
        const read: string[] = [];
        const timer = setInterval(() => {
          const text = widget?.transcript.filter(({ role }) => role === "agent")[1]?.text ?? "";
          if (text !== (read.at(-1) ?? "")) read.push(text);
          if (text.length < characters) return;
          clearInterval(timer);
          if (stops) widget?.interrupt();
          resolve(read);
        }, 10);
      }),
    [characters, stops] as const,
  );

test("words are read as they are heard, to the last one", async () => {
  const widget = await call();
  const reading = readUntil(widget, ANSWER.length, false);
  await widget.write("Hello");
  const read = await reading;
  expect(read.length).toBeGreaterThan(4);
  expect(read.filter((text) => !ANSWER.startsWith(text))).toEqual([]);
  await widget.hears("agent", ANSWER);
  expect((await answerOf(widget))?.interrupted).toBeUndefined();
});

test("of an answer that is stopped, only what was heard stays, in the record too", async () => {
  const widget = await call();
  const reading = readUntil(widget, 6, true);
  await widget.write("Hello");
  const read = await reading;
  const cut = await eventually(
    () => answerOf(widget),
    (message) => message?.interrupted === true,
  );
  const text = cut?.text ?? "";
  expect(ANSWER.startsWith(text)).toBe(true);
  expect(text.length).toBeGreaterThanOrEqual(read.at(-1)?.trim().length ?? 0);
  expect(text.length).toBeLessThan(ANSWER.length - 8);
  expect(await widget.part("message-agent").last().textContent()).not.toContain(ANSWER.slice(-20));
  const session_id = (await widget.sessionId()) ?? "";
  const { transcript } = await eventually(
    () => admin.call<{ transcript: { role: string; text: string }[] }>("GET", `/sessions/${session_id}`),
    ({ transcript }) => transcript.length > 2,
  );
  expect(transcript.at(-1)).toMatchObject({ role: "agent", text });
});
