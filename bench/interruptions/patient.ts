import type { Interruptions } from "../../shared/speech-defaults.ts";
import { heardByVendor } from "../../tests/harness/sound/heard-by-vendor.ts";
import { add, atLevel, echoOf, type Noise, noise, RATE, randomNumbers } from "../../tests/harness/sound/room.ts";
import { type Speech, VOICES } from "./speech.ts";
import { WORDS } from "./words.ts";

/** A patient agent in rooms that are not quiet, over an echo of -18 dB. */

const NOISES = ["room", "fan", "hum", "street", "keyboard", "babble", "music"] as const;
const ANSWERS = [0.5, 8];
const SECONDS = 15;
const LASTS = 6;
/** An interruption must last 0.6 s, and is heard within this time; seconds. */
const HEARD_WITHIN = 2;

/** Six people around, none of whom can be understood. */
function babble(speech: Speech, random: () => number): Float32Array {
  const all = new Float32Array(SECONDS * RATE);
  const languages = Object.keys(WORDS);
  for (const [n, voice] of VOICES.entries()) {
    const language = languages[n % languages.length] as string;
    const lines = WORDS[language]?.agent ?? [];
    for (let at = random(), line = n; at < SECONDS; line++) {
      const said = speech.say(language, voice, lines[line % lines.length] as string);
      add(all, said, Math.round(at * RATE));
      at += said.length / RATE;
    }
  }
  return atLevel(all, -45);
}

/**
 * Prints for each noise: answers that it cut, interruptions that were missed, and after how many milliseconds the vendor heard the
 * others, back-channels that cut. Without the guard the vendor hears the echo too.
 * @param seed of voices, words and rooms
 */
export function patientRows(
  speech: Speech,
  count: number,
  seed: number,
  line: (cells: (string | number)[]) => void,
): void {
  for (const kind of NOISES) {
    // The same calls and words for each noise.
    const random = randomNumbers(seed);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    const cut = { without: 0, with: 0, listener: 0 };
    let missed = 0;
    const after: number[] = [];
    for (let call = 0; call < count; call++) {
      const language = pick(Object.keys(WORDS));
      const voice = pick(VOICES);
      const { agent = [], visitor = [], listener = [] } = WORDS[language] ?? {};
      const speaker = new Float32Array(SECONDS * RATE);
      for (const [n, text] of agent.entries())
        add(speaker, speech.say(language, voice, text).subarray(0, LASTS * RATE), (ANSWERS[n] as number) * RATE);
      const delay = [20, 60, 120, 180, 250][call % 5] as number;
      const rings = pick([0.1, 0.3, 0.5]);
      const microphone = echoOf(speaker, { delay, echo: -18, rings, distorts: call % 2 === 1 }, random);
      const around = randomNumbers(seed + call);
      if (kind === "babble") add(microphone, babble(speech, around), 0);
      add(microphone, noise(kind === "babble" ? "room" : (kind satisfies Noise), microphone.length, around), 0);
      const starts = (sound: Float32Array, guard: Interruptions | null) => heardByVendor(sound, speaker, guard).starts;
      const cuts = (heard: number[]) =>
        ANSWERS.filter((from) => heard.some((at) => at > from && at < from + LASTS + 1));
      const [plain, guarded] = [cuts(starts(microphone, null)), cuts(starts(microphone, "patient"))];
      cut.without += plain.length;
      cut.with += guarded.length;
      for (const answer of ANSWERS) {
        const at = answer + 0.8 + 3 * random();
        const says = (words: readonly string[]) => {
          const sound = microphone.slice();
          add(
            sound,
            atLevel(speech.say(language, pick(VOICES), pick(words)), -20 - 8 * random()),
            Math.round(at * RATE),
          );
          return starts(sound, "patient");
        };
        const start = says(visitor).find((second) => second > at && second < at + HEARD_WITHIN);
        if (start === undefined) missed++;
        else after.push(start - at);
        // What the noise alone cuts was counted above.
        if (cuts(says(listener)).includes(answer) && !guarded.includes(answer)) cut.listener++;
      }
    }
    after.sort((one, other) => one - other);
    const at = (part: number) => Math.round((after[Math.floor(after.length * part)] ?? 0) * 1_000);
    line([kind, cut.without, cut.with, missed, at(0.5), at(0.95), cut.listener]);
  }
}
