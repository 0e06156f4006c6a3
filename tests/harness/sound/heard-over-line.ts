import { AUDIBLE, FIRST_WORDS, SOFTLY_AVERAGED } from "../../../widget/audio/audible.ts";
import { CaptureFramer } from "../../../widget/audio/capture-framer.ts";
import { GuardEngine } from "../../../widget/audio/guard/guard-engine.ts";
import type { Verdict } from "../../../widget/audio/guard/guard-messages.ts";
import { LONGEST_ECHO, wordsOnLine } from "../../../widget/audio/guard/words-on-line.ts";
import { type Heard, speechIn } from "../../../widget/audio/late-line.ts";
import { LinePlan } from "../../../widget/audio/line-plan.ts";
import { loudness } from "../../../widget/audio/pcm.ts";
import { Detector } from "./detector.ts";
import { BLOCK, RATE } from "./room.ts";

const WIRE = 24_000;
/** Blocks between two looks of the page, and of a measurement; those that the guard takes to load: 0.1 s. */
const LOOK = 19;
const MEASURED = 32;
const LOADING = 38;

export interface HeardOverLine {
  /** Seconds at which the vendor's detector says that the visitor begins to speak. */
  starts: number[];
  /** What went over the line. */
  sent: Float32Array;
  /** 1 for each of the microphone's samples that went. */
  gone: Uint8Array;
}

/** What a vendor hears of a call whose sound moves as media, with the guard: as `widget/audio/late-line.ts` sends it. */
export function heardOverLine(microphone: Float32Array, speaker: Float32Array): HeardOverLine {
  const detector = new Detector();
  const framer = new CaptureFramer(RATE, WIRE);
  const sent = new Float32Array(microphone.length);
  const gone = new Uint8Array(microphone.length);
  const plan = new LinePlan();
  let now = 0;
  let heard: Heard[] = [];
  const line = {
    get now() {
      return now;
    },
    pass: (from: number) => plan.send(from, now),
    hold: () => plan.hold(now),
    drop: () => plan.drop(now),
  };
  plan.send(0, 0);
  let began = 0;
  let loads = 0;
  let engine: GuardEngine | null = null;
  let words: (verdict: Verdict) => void = () => {};
  let verdict: Verdict = "wait";
  const level = (of: Float32Array, at: number) => loudness(of.subarray(Math.max(0, at - MEASURED * BLOCK), at));
  for (let at = 0, block = 1; at + BLOCK <= microphone.length; at += BLOCK, block++) {
    now = (at + BLOCK) / RATE;
    engine?.push(microphone.subarray(at, at + BLOCK), speaker.subarray(at, at + BLOCK));
    const again = loads + Math.ceil((LONGEST_ECHO * RATE) / BLOCK) + 1 === block;
    if (engine && (again || engine.verdict !== verdict)) {
      verdict = engine.verdict;
      words(verdict);
    }
    if (block % LOOK === 0) {
      heard = [...heard.filter((one) => one.at > now - 15), { at: now, level: level(microphone, at) }];
      plan.goOn(speechIn(heard), now);
    }
    if (!began && level(speaker, at) > AUDIBLE) {
      began = now;
      line.hold();
    }
    if (began && !loads && now - began < FIRST_WORDS && level(microphone, at) >= SOFTLY_AVERAGED)
      loads = block + LOADING;
    if (began && !loads && now - began >= FIRST_WORDS) {
      line.pass(began);
      loads = Number.POSITIVE_INFINITY;
    }
    if (block === loads) {
      engine = new GuardEngine(RATE, "normal");
      words = wordsOnLine(line, began);
    }
    const late = Math.round(plan.late * RATE);
    if (plan.until > now) {
      sent.set(microphone.subarray(Math.max(0, at - late), at - late + BLOCK), at);
      gone.fill(1, Math.max(0, at - late), at - late + BLOCK);
    }
    framer.push(sent.subarray(at, at + BLOCK), ({ pcm }) => detector.push(pcm, now));
  }
  return { starts: detector.starts, sent, gone };
}
