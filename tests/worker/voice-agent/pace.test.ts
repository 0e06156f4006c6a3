import { describe, expect, it } from "vitest";
import { PHRASES } from "../../../worker/objects/voice-agent/demo/speech/phrases.ts";
import { audioOf, base64, type ServerEvent } from "../../harness/worker/demo-call.ts";
import { newCall } from "./new-call.ts";
import { concat, noise, sentence } from "./speech.ts";

const ms = (events: ServerEvent[]) => audioOf(events).length / 24;
const create = JSON.stringify({ type: "response.create" });

describe("the pace", () => {
  it("is a second at once, then three to four times as fast as it plays, in small pieces", () => {
    const { call, sent } = newCall(PHRASES.ava);
    call.receive(create, 10_000);
    expect(ms(sent)).toBeGreaterThanOrEqual(1_000);
    expect(ms(sent)).toBeLessThan(1_200);
    for (const after of [100, 200, 400, 800]) {
      call.advance(10_000 + after);
      expect(ms(sent)).toBeGreaterThanOrEqual(1_000 + 3 * after);
      expect(ms(sent)).toBeLessThanOrEqual(1_200 + 4 * after);
    }
    for (const event of sent.filter(({ type }) => type === "response.output_audio.delta"))
      expect(ms([event])).toBeLessThanOrEqual(200);
  });

  it("begins with a piece of 40 ms, and none is longer than all before it", () => {
    const { call, sent } = newCall(PHRASES.ava);
    call.receive(create, 10_000);
    const pieces = sent.filter(({ type }) => type === "response.output_audio.delta").map((event) => ms([event]));
    expect(pieces.slice(0, 4)).toEqual([40, 40, 80, 150]);
  });

  it("asks to be woken for each piece, and not after the last", () => {
    const { call, sent } = newCall(PHRASES.ava);
    call.receive(create, 10_000);
    let before = ms(sent);
    let now = 10_000;
    for (let at = call.wakeAt; at !== null; at = call.wakeAt) {
      expect(at).toBeGreaterThan(now);
      now = at;
      call.advance(now);
      expect(ms(sent) - before).toBeLessThanOrEqual(200);
      before = ms(sent);
    }
    expect(sent.at(-1)?.type).toBe("rate_limits.updated");
  });
});

describe("the interruption", () => {
  /** A call with a long greeting, and its microphone. */
  function listening() {
    const { call, sent } = newCall(PHRASES.ava);
    let now = 10_000;
    const hear = (samples: Int16Array<ArrayBuffer>) => {
      for (let at = 0; at < samples.length; at += 480) {
        const audio = base64(samples.slice(at, at + 480));
        call.receive(JSON.stringify({ type: "input_audio_buffer.append", audio }), now);
        now += 20;
        call.advance(now);
      }
      return now;
    };
    return { call, sent, hear };
  }

  it("comes within 100 ms of audio from the first sound, also while only the client still plays", () => {
    for (const wait of [300, 3_000]) {
      const { call, sent, hear } = listening();
      call.receive(create, hear(noise(1_000, -60)));
      const onset = hear(noise(wait, -60, 2));
      const before = sent.length;
      expect(hear(sentence.slice(0, 24 * 100)) - onset).toBe(100);
      const since = sent.slice(before).map(({ type }) => type);
      expect(since).toContain("input_audio_buffer.speech_started");
      // After three seconds all is sent, but the client has two more to play.
      expect(since.includes("response.done")).toBe(wait === 300);
    }
  });

  it("of an answer that began while the visitor spoke leaves one answer to both turns", () => {
    const { call, sent, hear } = listening();
    const begun = hear(concat(noise(1_000, -60), sentence.slice(0, 24 * 600)));
    call.receive(create, begun);
    hear(concat(noise(700, -60), sentence, noise(700, -60)));
    hear(noise(5_000, -60));
    const answers = sent.flatMap(({ type, response }) => (type === "response.done" ? [response.status] : []));
    expect(answers).toEqual(["cancelled", "completed"]);
  });
});
