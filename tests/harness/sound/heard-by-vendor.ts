import type { Interruptions } from "../../../shared/speech-defaults.ts";
import { CaptureFramer } from "../../../widget/audio/capture-framer.ts";
import { GuardEngine } from "../../../widget/audio/guard/guard-engine.ts";
import { HeldSound } from "../../../widget/audio/guard/held-sound.ts";
import { decodePcm, encodeBase64 } from "../../../widget/audio/pcm.ts";
import { FRAME, Vad } from "../../../worker/objects/voice-agent/demo/vad.ts";
import { RATE } from "./room.ts";

const BLOCK = 128;
const WIRE = 24_000;
const VAD = { threshold: 0.5, silence_duration_ms: 500 };

export interface HeardByVendor {
  /** Seconds of the call at which the vendor's detector says that the visitor begins to speak. */
  starts: number[];
  /** The frames that were sent, each with its second. */
  frames: { at: number; pcm: string }[];
}

/**
 * What a vendor hears of a call, whose detector knows nothing of what the page plays, as most.
 * @param guard `null`: without a guard
 */
export function heardByVendor(
  microphone: Float32Array,
  speaker: Float32Array,
  guard: Interruptions | null,
): HeardByVendor {
  const heard: HeardByVendor = { starts: [], frames: [] };
  const vad = new Vad();
  const framer = new CaptureFramer(RATE, WIRE);
  const engine = guard && new GuardEngine(RATE, guard);
  let now = 0;
  let rest: Int16Array = new Int16Array(0);
  const vendor = (pcm: string) => {
    heard.frames.push({ at: now, pcm });
    const samples = decodePcm(pcm);
    const joined = new Int16Array(rest.length + samples.length);
    joined.set(rest);
    joined.set(samples, rest.length);
    let at = 0;
    for (; at + FRAME <= joined.length; at += FRAME)
      if (vad.push(joined.subarray(at, at + FRAME), VAD, false) === "start") heard.starts.push(now);
    rest = joined.slice(at);
  };
  const held = guard && new HeldSound(guard, vendor);
  for (let at = 0; at + BLOCK <= microphone.length; at += BLOCK) {
    const block = microphone.subarray(at, at + BLOCK);
    now = (at + BLOCK) / RATE;
    engine?.push(block, speaker.subarray(at, at + BLOCK));
    framer.push(block, ({ pcm }) => {
      const frame = encodeBase64(new Uint8Array(pcm.buffer));
      if (held && engine) held.push(frame, engine.verdict);
      else vendor(frame);
    });
  }
  return heard;
}
