import type { Interruptions } from "../../../shared/speech-defaults.ts";
import { CaptureFramer } from "../../../widget/audio/capture-framer.ts";
import { firstWords } from "../../../widget/audio/first-words.ts";
import { GuardEngine } from "../../../widget/audio/guard/guard-engine.ts";
import { HeldSound } from "../../../widget/audio/guard/held-sound.ts";
import { decodePcm, encodeBase64, loudness } from "../../../widget/audio/pcm.ts";
import { Detector } from "./detector.ts";
import { BLOCK, RATE } from "./room.ts";

const WIRE = 24_000;
/** Blocks that the guard takes to load: 0.1 s. */
const LOADING = 38;

export interface HeardByVendor {
  /** Seconds of the call at which the vendor's detector says that the visitor begins to speak. */
  starts: number[];
  /** The frames that were sent, each with its second. */
  frames: { at: number; pcm: string }[];
}

/**
 * What a vendor hears of a call.
 * @param guard `null`: without a guard
 */
export function heardByVendor(
  microphone: Float32Array,
  speaker: Float32Array,
  guard: Interruptions | null,
): HeardByVendor {
  const detector = new Detector();
  const heard: HeardByVendor = { starts: detector.starts, frames: [] };
  const framer = new CaptureFramer(RATE, WIRE);
  let engine = guard && guard !== "normal" ? new GuardEngine(RATE, guard) : null;
  let loading = 0;
  const ear = { level: 0 };
  const agent = { level: 0 };
  const mayHear = firstWords(WIRE, ear, agent);
  let now = 0;
  const vendor = (pcm: string) => {
    heard.frames.push({ at: now, pcm });
    detector.push(decodePcm(pcm), now);
  };
  const held = guard && new HeldSound(guard, vendor);
  for (let at = 0; at + BLOCK <= microphone.length; at += BLOCK) {
    const block = microphone.subarray(at, at + BLOCK);
    now = (at + BLOCK) / RATE;
    const played = speaker.subarray(at, at + BLOCK);
    // The page is told how loud it was every 1,024 samples.
    if (at % 1024 === 0) agent.level = loudness(played);
    if (loading && ++loading > LOADING) engine ??= new GuardEngine(RATE, "normal");
    engine?.push(block, played);
    framer.push(block, ({ pcm, level }) => {
      const frame = encodeBase64(new Uint8Array(pcm.buffer));
      ear.level = level;
      if (guard === "normal" && !loading && mayHear(frame)) loading = 1;
      if (held && (engine || loading)) held.push(frame, engine?.verdict ?? "wait");
      else vendor(frame);
    });
  }
  return heard;
}
