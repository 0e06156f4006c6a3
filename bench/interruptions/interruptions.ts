import type { Interruptions } from "../../shared/speech-defaults.ts";
import { heardByVendor } from "../../tests/harness/sound/heard-by-vendor.ts";
import {
  add,
  atLevel,
  echoOf,
  type Noise,
  noise,
  RATE,
  type Room,
  randomNumbers,
} from "../../tests/harness/sound/room.ts";
import { patientRows } from "./patient.ts";
import { Speech, VOICES } from "./speech.ts";
import { WORDS } from "./words.ts";

/**
 * `npm run bench -- interruptions`: how often a vendor that hears the page's PCM takes the agent itself for a visitor, how often it
 * misses one, and how late it hears one, without the guard and with it. Six voices, four languages, rooms and noises; all of it
 * is made, so it is known sample by sample who speaks. Needs espeak-ng and sox. Two answers a call.
 */

/** Calls for each level of echo, and for each other row. */
const CALLS = Number(process.env.BENCH_CALLS || 20);
const ECHOES = [-6, -12, -18, -24, -36];
const DELAYS = [20, 60, 120, 180, 250];
/** Where answers begin and how long they are, and within what time an interruption must be heard. Seconds. */
const ANSWERS = [0.5, 8];
const LASTS = 6;
const HEARD_WITHIN = 2;

const speech = new Speech();
let random = randomNumbers(3);
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

interface MadeCall {
  language: string;
  speaker: Float32Array;
  microphone: Float32Array;
}

function makeCall(room: Room | null, kind: Noise = "room"): MadeCall {
  const language = pick(Object.keys(WORDS));
  const voice = pick(VOICES);
  const speaker = new Float32Array(15 * RATE);
  for (const [at, text] of (WORDS[language]?.agent ?? []).entries())
    add(speaker, speech.say(language, voice, text).subarray(0, LASTS * RATE), (ANSWERS[at] as number) * RATE);
  const microphone = room ? echoOf(speaker, room, random) : new Float32Array(speaker.length);
  add(microphone, noise(kind, microphone.length, random), 0);
  return { language, speaker, microphone };
}

const room = (call: number, echo: number): Room => ({
  delay: DELAYS[call % DELAYS.length] as number,
  echo,
  rings: pick([0.1, 0.3, 0.5]),
  distorts: call % 2 === 1,
});

/** Answers in which the vendor heard somebody begin to speak. */
const cutAnswers = ({ microphone, speaker }: MadeCall, guard: Interruptions | null) => {
  const { starts } = heardByVendor(microphone, speaker, guard);
  return ANSWERS.filter((from) => starts.some((at) => at > from && at < from + LASTS + 1)).length;
};

/** The same call with somebody who says this at that second; 20 to 28 dB under full scale. */
function withVisitor({ microphone }: MadeCall, said: Float32Array, at: number): Float32Array {
  const heard = microphone.slice();
  add(heard, atLevel(said, -20 - 8 * random()), Math.round(at * RATE));
  return heard;
}

const share = (sorted: number[], part: number) =>
  sorted.length ? `${Math.round((sorted[Math.floor(sorted.length * part)] as number) * 1000)}` : "–";
const line = (cells: (string | number)[]) => console.log(cells.map((cell) => String(cell).padStart(13)).join(""));

/** Interruptions of these calls: how many were missed, and after how many seconds the others were heard. */
function interrupt(
  calls: MadeCall[],
  guard: Interruptions | null,
  alone: boolean,
): { missed: number; after: number[] } {
  random = randomNumbers(7);
  let missed = 0;
  const after: number[] = [];
  for (const call of calls)
    for (const answer of ANSWERS) {
      const at = answer + 0.8 + 3 * random();
      const said = speech.say(call.language, pick(VOICES), pick(WORDS[call.language]?.visitor ?? []));
      const { microphone } = alone ? { microphone: noise("room", call.microphone.length, random) } : call;
      const heard = heardByVendor(withVisitor({ ...call, microphone }, said, at), call.speaker, guard);
      const start = heard.starts.find((second) => second > at && second < at + HEARD_WITHIN);
      if (start === undefined) missed++;
      else after.push(start - at);
    }
  return { missed, after: after.sort((one, other) => one - other) };
}

export function interruptions(): void {
  try {
    const answers = CALLS * ANSWERS.length;
    console.log(
      `Of ${answers} answers each, over rooms with delays of ${DELAYS.join(", ")} ms: those that the agent's own echo cut;`,
    );
    console.log(
      "of as many interruptions: those missed, and milliseconds until the vendor hears one (without: no echo, no guard)",
    );
    line(["echo, dB", "cut without", "cut with", "missed", "median without", "with", "95 % without", "with"]);
    const all: { without: number[]; with: number[] } = { without: [], with: [] };
    for (const echo of ECHOES) {
      random = randomNumbers(3);
      const calls = Array.from({ length: CALLS }, (_, call) => makeCall(room(call, echo)));
      const cut = (guard: "normal" | null) => calls.reduce((sum, call) => sum + cutAnswers(call, guard), 0);
      const [plain, guarded] = [interrupt(calls, null, true), interrupt(calls, "normal", false)];
      all.without.push(...plain.after);
      all.with.push(...guarded.after);
      line([
        echo,
        cut(null),
        cut("normal"),
        guarded.missed,
        share(plain.after, 0.5),
        share(guarded.after, 0.5),
        share(plain.after, 0.95),
        share(guarded.after, 0.95),
      ]);
    }
    const median = (seconds: number[]) =>
      share(
        seconds.sort((one, other) => one - other),
        0.5,
      );
    console.log(`all levels: median ${median(all.without)} ms without, ${median(all.with)} ms with`);
    console.log(`\nOf ${answers} answers each, with an echo of -18 dB: those that a noise cut`);
    line(["noise", "cut without", "cut with"]);
    for (const kind of ["keyboard", "street", "hum"] as const) {
      random = randomNumbers(3);
      const calls = Array.from({ length: CALLS }, (_, call) => makeCall(room(call, -18), kind));
      const cut = (guard: "normal" | null) => calls.reduce((sum, call) => sum + cutAnswers(call, guard), 0);
      line([kind, cut(null), cut("normal")]);
    }
    console.log(`\nOf ${answers} back-channels each (mhm, yes, okay of four languages): those that cut the agent`);
    line(["echo, dB", "normal", "patient"]);
    for (const echo of [null, -12, -24]) {
      random = randomNumbers(3);
      const calls = Array.from({ length: CALLS }, (_, call) => makeCall(echo === null ? null : room(call, echo)));
      const cut = (guard: "normal" | "patient") => {
        random = randomNumbers(5);
        return calls.reduce((sum, call) => {
          const said = () => speech.say(call.language, pick(VOICES), pick(WORDS[call.language]?.listener ?? []));
          const microphone = ANSWERS.reduce(
            (heard, from) => withVisitor({ ...call, microphone: heard }, said(), from + 1 + 2 * random()),
            call.microphone,
          );
          return sum + cutAnswers({ ...call, microphone }, guard);
        }, 0);
      };
      line([echo ?? "headphones", cut("normal"), cut("patient")]);
    }
    console.log(
      `\nA patient agent over an echo of -18 dB: of ${answers} answers each those that were cut, of as many interruptions`,
    );
    console.log(
      "those missed and after how many milliseconds the others were heard, of as many back-channels those that cut",
    );
    line(["noise", "cut without", "cut with", "missed", "median", "95 %", "listener cut"]);
    // Another seed than the guard was tuned with.
    patientRows(speech, CALLS, 29, line);
  } finally {
    speech.close();
  }
}
