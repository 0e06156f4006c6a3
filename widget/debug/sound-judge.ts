import type { Finding } from "./finding.ts";

/** How often the sound is looked at, milliseconds. */
export const LOOK_MS = 50;

/** What was measured at one moment. Levels are root mean squares, full scale 1. */
export interface SoundLook {
  /** Milliseconds that no change of the clock moves. */
  at: number;
  /** What the computer's clock says, unix milliseconds. */
  clock: number;
  /** The page was in front, so that its timers run. */
  visible: boolean;
  microphone: MicrophoneLook | null;
  /** How loud the agent is. */
  agent: number;
  /** How many elements of the page play sound of their own. */
  pageSounds: number;
}

export interface MicrophoneLook {
  label: string;
  /** Hertz, where the browser tells. */
  rate: number | undefined;
  /** False once it is unplugged or forbidden. */
  live: boolean;
  /** The system holds it back. */
  held: boolean;
  /** The visitor has muted it. */
  muted: boolean;
  level: number;
  /** The loudest sample, 0 to 1. */
  peak: number;
}

/** From this level on the agent speaks. */
const AUDIBLE = 0.005;
/** The window in which the sound is judged, in looks: six seconds. */
const WINDOW = 6_000 / LOOK_MS;
/** Zeros for this long are no pause between two words, looks. */
const ZEROS = 2_000 / LOOK_MS;
/** Below −66 dB a room is not heard, only the microphone's own electronics. */
const NEXT_TO_NOTHING = 0.0005;
/** Whatever reaches full scale is cut off; so many looks of six seconds are more than a knock. */
const CLIPPED = 0.99;
const CLIPPED_LOOKS = 3;
/** A floor of −40 dB is heard between the words. */
const NOISE = 0.01;
/** A later echo is none. Milliseconds. */
const LATEST_ECHO = 1_000;
/** An echo after this time comes from a speaker with a buffer of its own. Milliseconds. */
const LATE_SPEAKER = 300;
/** From this likeness of the two levels on it is the agent that the microphone hears. */
const ALIKE = 0.75;
/** The agent's rhythm is known after this much of its speech, and as much of its silence. Looks. */
const RHYTHM = 1_000 / LOOK_MS;
/** The clock is set, not merely adjusted. Milliseconds. */
const JUMP = 2_000;
/** The page did not run. Milliseconds. */
const STILL = 3_000;
/** How long a single event stays reported. Milliseconds. */
const TOLD = 60_000;

const bad = (text: string): Finding => ({ ok: false, text });

/** Says what is wrong with a call's sound, from looks at it in a steady rhythm. */
export class SoundJudge {
  #looks: SoundLook[] = [];
  #rate: number | undefined;
  /** What happened once, and when. */
  readonly #events = new Map<string, number>();

  take(look: SoundLook): void {
    const before = this.#looks.at(-1);
    if (before) this.#compare(before, look);
    const { microphone } = look;
    // Another microphone, or none: what was heard before says nothing about it.
    if (microphone?.label !== before?.microphone?.label || !before?.microphone !== !microphone) {
      this.#looks = [];
      this.#rate = undefined;
    }
    this.#rate ??= microphone?.rate;
    this.#looks.push(look);
    if (this.#looks.length > WINDOW) this.#looks.shift();
  }

  findings(): Finding[] {
    const now = this.#looks.at(-1);
    if (!now) return [];
    const once = [...this.#events].flatMap(([text, at]) => (now.at - at < TOLD ? [bad(text)] : []));
    const page =
      now.microphone && now.pageSounds
        ? [bad(`the page plays sound of its own (${now.pageSounds}): the microphone hears it too`)]
        : [];
    return [...this.#ofMicrophone(now), ...page, ...once];
  }

  #compare(before: SoundLook, { at, clock, visible }: SoundLook): void {
    const passed = at - before.at;
    const jump = clock - before.clock - passed;
    if (Math.abs(jump) > JUMP) this.#events.set(`the computer's clock jumped by ${seconds(jump)}`, at);
    if (passed > STILL && visible && before.visible)
      this.#events.set(`the page stood still for ${seconds(passed)}: sound of that time may be missing`, at);
  }

  #ofMicrophone({ microphone }: SoundLook): Finding[] {
    if (!microphone) return [];
    const name = `the microphone "${microphone.label}"`;
    if (!microphone.live) return [bad(`${name} is gone: unplugged, or no longer allowed`)];
    if (microphone.held) return [bad(`${name} is held back by the system, as during a phone call`)];
    if (microphone.muted) return [{ ok: null, text: `${name} is muted by the visitor` }];
    const silence = this.#silence(name);
    if (silence) return [silence];
    const faults = [this.#rateOf(name, microphone.rate), this.#clipping(name), this.#echo(name) ?? this.#noise(name)];
    const found = faults.filter((fault) => fault !== null);
    return found.length ? found : [{ ok: true, text: `${name} is in order` }];
  }

  /** What the microphone heard while it was open. */
  get #heard(): MicrophoneLook[] {
    return this.#looks.flatMap(({ microphone }) => (microphone && !microphone.muted ? [microphone] : []));
  }

  #silence(name: string): Finding | null {
    const heard = this.#heard;
    const last = heard.slice(-ZEROS);
    if (last.length === ZEROS && last.every(({ peak }) => peak === 0))
      return bad(`${name} gives nothing but zeros: its own switch, the system's privacy settings, or the wrong device`);
    const loudest = Math.max(...heard.map(({ level }) => level));
    if (heard.length === WINDOW && loudest < NEXT_TO_NOTHING)
      return bad(`${name} hears next to nothing (${decibels(loudest)}): is it the right device?`);
    return null;
  }

  #rateOf(name: string, rate: number | undefined): Finding | null {
    if (!rate || !this.#rate || rate === this.#rate) return null;
    const headset = rate < this.#rate ? ": a Bluetooth headset that begins to record does that" : "";
    return bad(`${name} changed its rate from ${this.#rate} to ${rate} Hz${headset}`);
  }

  #clipping(name: string): Finding | null {
    const clipped = this.#heard.filter(({ peak }) => peak >= CLIPPED).length;
    return clipped >= CLIPPED_LOOKS ? bad(`${name} clips: turn its level down in the system's settings`) : null;
  }

  /** The quietest tenth of a full window without the agent. */
  #noise(name: string): Finding | null {
    const alone = this.#looks.filter(({ agent, microphone }) => agent < AUDIBLE && microphone && !microphone.muted);
    if (alone.length < WINDOW / 2) return null;
    const levels = alone.map(({ microphone }) => microphone?.level ?? 0).sort((one, other) => one - other);
    const floor = levels[Math.floor(levels.length / 10)] ?? 0;
    return floor >= NOISE ? bad(`${name} hears a steady noise of ${decibels(floor)}`) : null;
  }

  /** Whether the microphone's level follows the agent's, some time later. */
  #echo(name: string): Finding | null {
    const agent = this.#looks.map((look) => look.agent);
    const speaks = agent.filter((level) => level >= AUDIBLE).length;
    if (speaks < RHYTHM || agent.length - speaks < RHYTHM) return null;
    const heard = this.#looks.map(({ microphone }) => microphone?.level ?? 0);
    let [best, late] = [0, 0];
    for (let lag = 0; lag <= LATEST_ECHO / LOOK_MS; lag++) {
      const likeness = correlation(agent.slice(0, agent.length - lag), heard.slice(lag));
      if (likeness > best) [best, late] = [likeness, lag];
    }
    if (best < ALIKE) return null;
    const pairs = agent.slice(0, agent.length - late).map((level, index) => [level, heard[index + late] ?? 0] as const);
    const spoken = pairs.filter(([level]) => level >= AUDIBLE);
    const [played = 1, echoed = 0] = [0, 1].map((side) => spoken.reduce((sum, pair) => sum + (pair[side] ?? 0), 0));
    const after = late * LOOK_MS;
    const speaker = after >= LATE_SPEAKER ? "; a speaker that is so late is a Bluetooth one, most likely" : "";
    return bad(`${name} hears the agent: an echo of ${decibels(echoed / played)} after ${after} ms${speaker}`);
  }
}

/** Pearson's, of levels in decibels: how loud somebody speaks changes by factors. */
function correlation(one: number[], other: number[]): number {
  const [a, b] = [one.map(toDecibels), other.map(toDecibels)];
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const [x, y] = [value - meanA, (b[index] ?? meanB) - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa && bb ? ab / Math.sqrt(aa * bb) : 0;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** Decibels of full scale; −80 at least. */
export const toDecibels = (level: number) => 20 * Math.log10(Math.max(level, 1e-4));
const decibels = (level: number) => `${Math.round(toDecibels(level))} dB`.replace("-", "−");
const seconds = (milliseconds: number) => `${Math.round(milliseconds / 1_000)} s`.replace("-", "−");
