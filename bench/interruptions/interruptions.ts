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
import { PATHS, type Path } from "./paths.ts";
import { patientRows } from "./patient.ts";
import { HELD_OUT_VOICES, Speech, VOICES as TUNED_VOICES } from "./speech.ts";
import { HELD_OUT_WORDS, WORDS as TUNED_WORDS } from "./words.ts";

/**
 * `npm run bench -- interruptions`: how often a vendor that hears the page's PCM takes the agent itself for a visitor, how often it
 * misses one, how late it hears one, and how much of what was said never reaches it, without the guard and with it, over a WebSocket and
 * over WebRTC. Six voices, four languages, rooms and noises; all of it is made, so it is known sample by sample who speaks. Needs
 * espeak-ng and sox. Two answers a call. With BENCH_HELD_OUT the voices, languages, rooms and numbers are others than those by which the
 * guard's settings were chosen.
 */

/** Calls for each level of echo, and for each other row. */
const CALLS = Number(process.env.BENCH_CALLS || 20);
const ECHOES = [-6, -12, -18, -24, -36];
const HELD_OUT = Boolean(process.env.BENCH_HELD_OUT);
const DELAYS = HELD_OUT ? [35, 80, 150, 210, 240] : [20, 60, 120, 180, 250];
/** How long rooms ring, seconds. */
const RINGS = HELD_OUT ? [0.15, 0.2, 0.4] : [0.1, 0.3, 0.5];
const VOICES = HELD_OUT ? HELD_OUT_VOICES : TUNED_VOICES;
const WORDS = HELD_OUT ? HELD_OUT_WORDS : TUNED_WORDS;
const SEED = HELD_OUT ? 13 : 3;
/** Where answers begin and how long they are, and within what time an interruption must be heard. Seconds. */
const ANSWERS = [0.5, 8];
const LASTS = 6;
const HEARD_WITHIN = 2;

const speech = new Speech();
let random = randomNumbers(SEED);
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
  rings: pick(RINGS),
  distorts: call % 2 === 1,
});

type Starts = (call: MadeCall) => number[];
const unguarded: Starts = ({ microphone, speaker }) => heardByVendor(microphone, speaker, null).starts;
const patient: Starts = ({ microphone, speaker }) => heardByVendor(microphone, speaker, "patient").starts;
const over =
  (path: Path): Starts =>
  ({ microphone, speaker }) =>
    path.heard(microphone, speaker).starts;

/** Answers in which the vendor heard somebody begin to speak. */
const cutAnswers = (calls: MadeCall[], startsOf: Starts) =>
  calls.reduce((sum, call) => {
    const starts = startsOf(call);
    return sum + ANSWERS.filter((from) => starts.some((at) => at > from && at < from + LASTS + 1)).length;
  }, 0);

/** The same call with somebody who says this at that second; 20 to 28 dB under full scale. */
function withVisitor({ microphone }: MadeCall, said: Float32Array, at: number): Float32Array {
  const heard = microphone.slice();
  add(heard, atLevel(said, -20 - 8 * random()), Math.round(at * RATE));
  return heard;
}

const share = (sorted: number[], part: number) =>
  sorted.length ? `${Math.round((sorted[Math.floor(sorted.length * part)] as number) * 1000)}` : "–";
const line = (cells: (string | number)[]) => console.log(cells.map((cell) => String(cell).padStart(18)).join(""));

interface Interrupted {
  missed: number;
  /** Seconds until the vendor heard each of the others, sorted. */
  after: number[];
  /** Share of what was said that never reached it. */
  lost: number;
}

/** @param path `null`: a visitor without any echo, and no guard */
function interrupt(calls: MadeCall[], path: Path | null): Interrupted {
  random = randomNumbers(SEED + 4);
  let missed = 0;
  const after: number[] = [];
  const lost: number[] = [];
  for (const call of calls)
    for (const answer of ANSWERS) {
      const at = answer + 0.8 + 3 * random();
      const said = speech.say(call.language, pick(VOICES), pick(WORDS[call.language]?.visitor ?? []));
      const { microphone } = path ? call : { microphone: noise("room", call.microphone.length, random) };
      const made = { ...call, microphone: withVisitor({ ...call, microphone }, said, at) };
      const heard = path?.heard(made.microphone, made.speaker);
      const start = (heard?.starts ?? unguarded(made)).find((second) => second > at && second < at + HEARD_WITHIN);
      if (start === undefined) missed++;
      else after.push(start - at);
      lost.push(heard?.lost(at, at + said.length / RATE) ?? 0);
    }
  return {
    missed,
    after: after.sort((one, other) => one - other),
    lost: lost.reduce((sum, one) => sum + one, 0) / lost.length,
  };
}

export function interruptions(): void {
  try {
    const answers = CALLS * ANSWERS.length;
    console.log(
      `Of ${answers} answers each, over rooms with delays of ${DELAYS.join(", ")} ms: those that the agent's own echo cut;`,
    );
    console.log(
      "of as many interruptions: those missed, milliseconds until the vendor hears one (without: no echo, no guard),",
    );
    console.log("and the share of what was said that never reaches it");
    line([
      "path",
      "echo, dB",
      "cut without",
      "cut with",
      "missed",
      "median without",
      "with",
      "95 % without",
      "with",
      "lost",
    ]);
    for (const path of PATHS) {
      const all: { without: number[]; with: number[] } = { without: [], with: [] };
      for (const echo of ECHOES) {
        random = randomNumbers(SEED);
        const calls = Array.from({ length: CALLS }, (_, call) => makeCall(room(call, echo)));
        const [plain, guarded] = [interrupt(calls, null), interrupt(calls, path)];
        all.without.push(...plain.after);
        all.with.push(...guarded.after);
        line([
          path.name,
          echo,
          cutAnswers(calls, unguarded),
          cutAnswers(calls, over(path)),
          guarded.missed,
          share(plain.after, 0.5),
          share(guarded.after, 0.5),
          share(plain.after, 0.95),
          share(guarded.after, 0.95),
          `${(guarded.lost * 100).toFixed(1)} %`,
        ]);
      }
      const median = (seconds: number[]) =>
        share(
          seconds.sort((one, other) => one - other),
          0.5,
        );
      console.log(`${path.name}, all levels: median ${median(all.without)} ms without, ${median(all.with)} ms with`);
    }
    console.log(`\nOf ${answers} answers each, with an echo of -18 dB: those that a noise cut`);
    line(["noise", "cut without", ...PATHS.map(({ name }) => name)]);
    for (const kind of ["keyboard", "street", "hum"] as const) {
      random = randomNumbers(SEED);
      const calls = Array.from({ length: CALLS }, (_, call) => makeCall(room(call, -18), kind));
      line([kind, cutAnswers(calls, unguarded), ...PATHS.map((path) => cutAnswers(calls, over(path)))]);
    }
    console.log(`\nOf ${answers} back-channels each (mhm, yes, okay of four languages): those that cut the agent`);
    line(["echo, dB", ...PATHS.map(({ name }) => `normal, ${name}`), "patient"]);
    for (const echo of [null, -12, -24]) {
      random = randomNumbers(SEED);
      const calls = Array.from({ length: CALLS }, (_, call) => makeCall(echo === null ? null : room(call, echo)));
      const cut = (startsOf: Starts) => {
        random = randomNumbers(SEED + 2);
        const withListener = calls.map((call) => {
          const said = () => speech.say(call.language, pick(VOICES), pick(WORDS[call.language]?.listener ?? []));
          const microphone = ANSWERS.reduce(
            (heard, from) => withVisitor({ ...call, microphone: heard }, said(), from + 1 + 2 * random()),
            call.microphone,
          );
          return { ...call, microphone };
        });
        return cutAnswers(withListener, startsOf);
      };
      line([echo ?? "headphones", ...PATHS.map((path) => cut(over(path))), cut(patient)]);
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
