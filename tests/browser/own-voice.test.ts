import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { admin, browser, demo, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { type Site, startSite } from "../harness/service/website.ts";

/** A loudspeaker beside the microphone: a patient agent must not be interrupted by its own voice. */

let site: Site;

startDemo();
beforeEach(async () => {
  await admin.call("PATCH", `/agents/${demo.agent_ids[0]}`, { interruptions: "patient" });
  site = await startSite(demo.snippet);
});
afterEach(() => site?.close());

/** Runs in the page, before its scripts: the microphone hears what the page plays, a tenth of a second later, 8 dB softer. */
function openSpeaker(): void {
  const Context = AudioContext;
  const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode, ...rest: number[]) => AudioNode;
  // A node without a reference is garbage-collected.
  const held: AudioNode[] = [];
  let room: GainNode | undefined;
  const waiting: MediaStream[] = [];
  const enter = (stream: MediaStream) => {
    if (!room) return waiting.push(stream);
    const source = (room.context as AudioContext).createMediaStreamSource(stream);
    held.push(source);
    connect.call(source, room);
  };
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode, ...rest: number[]) {
    if (to instanceof AudioDestinationNode && this instanceof GainNode) {
      const tap = (this.context as AudioContext).createMediaStreamDestination();
      held.push(tap);
      connect.call(this, tap);
      enter(tap.stream);
    }
    return connect.call(this, to, ...rest);
  } as typeof AudioNode.prototype.connect;
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new Context();
    room = context.createGain();
    room.gain.value = 0.4;
    const late = context.createDelay(1);
    late.delayTime.value = 0.1;
    const mouth = context.createMediaStreamDestination();
    // As every real one it is never quite silent.
    const hum = context.createOscillator();
    hum.frequency.value = 50;
    const softly = context.createGain();
    softly.gain.value = 0.0005;
    hum.start();
    held.push(mouth, hum);
    connect.call(hum, softly);
    connect.call(softly, mouth);
    connect.call(room, late);
    connect.call(late, mouth);
    for (const stream of waiting.splice(0)) enter(stream);
    return mouth.stream;
  };
}

/** What the visitor is taken to have said by the time that the greeting is over. */
async function afterGreeting(guard: "loads" | "fails" | "hangs"): Promise<string[]> {
  const page = await (await browser.context()).newPage();
  await page.addInitScript(openSpeaker);
  if (guard === "fails") await page.route(/\/guard-/, (route) => route.abort());
  if (guard === "hangs") await page.route(/\/guard-/, () => {});
  await page.goto(site.origin);
  const widget = new Widget(page);
  await widget.startCall();
  await widget.reaches("speaking");
  await widget.reaches("listening");
  const said = await widget.messages();
  await page.close();
  return said.map(({ role, final, interrupted }) => `${role} ${final} ${interrupted}`);
}

describe("where the page plays through speakers", () => {
  test("the agent says its greeting to the end, and takes none of it for the visitor's words", async () => {
    expect(await afterGreeting("loads")).toEqual(["agent true undefined"]);
  });

  test.each(["fails", "hangs"] as const)("without the guard, whose code %s, it hears itself", async (guard) => {
    expect(await afterGreeting(guard)).not.toEqual(["agent true undefined"]);
  });
});
