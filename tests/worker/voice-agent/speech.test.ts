import { describe, expect, it } from "vitest";
import { decodeAdpcm, encodeAdpcm } from "../../../worker/objects/voice-agent/demo/speech/adpcm.ts";
import { clip } from "../../../worker/objects/voice-agent/demo/speech/clips.ts";
import packed from "../../../worker/objects/voice-agent/demo/speech/phrases.adpcm";
import { PHRASES } from "../../../worker/objects/voice-agent/demo/speech/phrases.ts";
import { speak } from "../../../worker/objects/voice-agent/demo/speech/speak.ts";
import { DEMO_AGENTS } from "../../../worker/projects/demo-content.ts";
import { rms, sentence } from "./speech.ts";

describe("the clips", () => {
  it.each(Object.values(PHRASES))("%s", (text) => {
    const audio = clip(text) ?? new Int16Array();
    // Spoken English: ten to twenty-five characters a second. A clip that stands for another text would not fit.
    const seconds = audio.length / 24_000;
    expect(text.length / seconds).toBeGreaterThan(7);
    expect(text.length / seconds).toBeLessThan(25);
    expect(rms(audio)).toBeGreaterThan(1_000);
    expect(rms(audio.subarray(0, 24 * 150))).toBeGreaterThan(200);
  });

  it("are less than 300 KB", () => {
    expect(packed.byteLength).toBeLessThan(300_000);
  });

  it("hold what the demo site's agents say first", () => {
    for (const { initial_message } of DEMO_AGENTS) expect(clip(initial_message ?? "")).not.toBeNull();
  });

  it("are packed with little loss", () => {
    const heard = decodeAdpcm(encodeAdpcm(sentence), sentence.length);
    expect(rms(sentence) / rms(heard.map((sample, at) => sample - (sentence[at] ?? 0)))).toBeGreaterThan(20);
  });
});

describe("what is spoken of a text", () => {
  it.each([
    ["Done. Goodbye!", [true, true]],
    ["Thanks, I read your message. You wrote: “x”", [true, false, false]],
    ["Tja. Done. Done.net", [false, true, false]],
    ["Hi, I’m Ava from Harbour Coffee. Say something, and I will play back what I heard.", [true]],
    ["Nobody has a clip of this. Or of that", [true]],
  ])("%s", (text, voiced) => {
    const parts = speak(text);
    expect(parts.map(({ pcm }) => pcm !== null)).toEqual(voiced);
    expect(parts.map((part) => part.text).join("")).toBe(text);
  });
});
