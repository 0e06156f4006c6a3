import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeAdpcm } from "../../../worker/objects/voice-agent/demo/speech/adpcm.ts";
import { PHRASES } from "../../../worker/objects/voice-agent/demo/speech/phrases.ts";
import { toWireRate } from "../../../worker/objects/voice-agent/demo/speech/resample.ts";
import { RATE } from "./voice-rate.ts";

/** The agent's voice of all stand-ins: the demo agent's clips, mono. */
const SILENCE = new Int16Array(RATE * 0.15);
const clips = new Map<string, Int16Array>();
const packed = readFileSync(join(import.meta.dirname, "../../../worker/objects/voice-agent/demo/speech/phrases.adpcm"));
let at = 0;
for (const text of Object.values(PHRASES)) {
  const samples = packed.readUInt32LE(at);
  const length = Math.ceil(samples / 2);
  clips.set(text, toWireRate(decodeAdpcm(new Uint8Array(packed.subarray(at + 4, at + 4 + length)), samples)));
  at += 4 + length;
}
const longestFirst = [...clips.keys()].sort((one, other) => other.length - one.length);

/** A text as sound: its phrases where there are clips of them, "Thanks, I read your message." where there are none. */
export function speak(text: string): Int16Array<ArrayBuffer> {
  const parts: Int16Array[] = [];
  for (let rest = text.trim(); rest; ) {
    const phrase = longestFirst.find((candidate) => rest.startsWith(candidate));
    if (phrase) parts.push(clips.get(phrase) ?? SILENCE, SILENCE);
    rest = phrase ? rest.slice(phrase.length).trim() : rest.replace(/^\S+\s*/, "");
  }
  return concat(parts.length > 0 ? parts : [clips.get(PHRASES.read) ?? SILENCE, SILENCE]);
}

export function concat(parts: readonly Int16Array[]): Int16Array<ArrayBuffer> {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}

/** All phrases in a row: some 20 s. */
export const LONG_STORY = Object.values(PHRASES).join(" ");
