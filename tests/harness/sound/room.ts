/** Rooms and noise by arithmetic, the same in every run: what a microphone hears beside the visitor. */

/** Of all sound here, hertz. */
export const RATE = 48_000;
/** Samples that an audio thread takes at once. */
export const BLOCK = 128;

/** Numbers between 0 and 1, the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const loudnessOf = (sound: Float32Array) => {
  let sum = 0;
  let count = 0;
  for (const sample of sound)
    if (Math.abs(sample) > 1e-4) {
      sum += sample * sample;
      count++;
    }
  return Math.sqrt(sum / Math.max(1, count));
};

/** The same, its root mean square so many decibels of full scale where it is no silence. */
export function atLevel(sound: Float32Array, decibels: number): Float32Array {
  const gain = 10 ** (decibels / 20) / (loudnessOf(sound) || 1);
  return sound.map((sample) => sample * gain);
}

export interface Room {
  /** How late the echo comes, milliseconds, and how loud it is beside what was played, decibels. */
  delay: number;
  echo: number;
  /** How long it rings, seconds to −60 dB. */
  rings: number;
  /** Whether its loudspeaker distorts. */
  distorts: boolean;
}

/** What a microphone hears of what is played: through a small loudspeaker, directly and from the walls. */
export function echoOf(played: Float32Array, room: Room, random: () => number): Float32Array {
  const heard = new Float32Array(played.length);
  const paths: [late: number, gain: number][] = [[0, 1]];
  for (let wall = 0; room.rings > 0 && wall < 16; wall++) {
    const late = random() * room.rings * 0.7;
    const gain = (random() < 0.5 ? -0.5 : 0.5) * random() * 10 ** ((-3 * late) / room.rings);
    paths.push([Math.round(late * RATE), gain]);
  }
  const first = Math.round((room.delay * RATE) / 1000);
  for (const [late, gain] of paths)
    for (let at = 0, to = first + late; to < heard.length; at++, to++)
      heard[to] = (heard[to] as number) + (played[at] as number) * gain;
  // A small loudspeaker has no bass.
  const keep = Math.exp((-2 * Math.PI * 300) / RATE);
  let out = 0;
  let before = 0;
  for (let at = 0; at < heard.length; at++) {
    const sample = heard[at] as number;
    out = keep * (out + sample - before);
    before = sample;
    heard[at] = room.distorts ? Math.tanh(out * 4) / 4 : out;
  }
  const gain = (loudnessOf(played) * 10 ** (room.echo / 20)) / (loudnessOf(heard) || 1);
  return heard.map((sample) => sample * gain);
}

/** A noise without end. Level: root mean square in decibels of full scale. */
export type Noise = "room" | "street" | "keyboard" | "hum" | "fan" | "music";

/** Decibels of full scale, and how much of each new sample a filter takes. */
const LEVELS: Record<Noise, [level: number, step: number]> = {
  room: [-65, 1],
  street: [-45, 0.02],
  keyboard: [-65, 1],
  hum: [-40, 1],
  fan: [-40, 0.1],
  music: [-40, 1],
};

/** A piano's four chords, struck twice a second, with an octave and a fifth above each tone. */
function chordAt(at: number): number {
  const beat = Math.floor((2 * at) / RATE);
  const root = [220, 174.6, 261.6, 196][Math.floor(beat / 4) % 4] as number;
  const since = at / RATE - beat / 2;
  let sum = 0;
  for (const tone of [1, 1.25, 1.5])
    for (const over of [1, 2, 3]) sum += Math.sin((2 * Math.PI * root * tone * over * at) / RATE) / over;
  return sum * Math.exp(-since / 0.3);
}

export function noise(kind: Noise, length: number, random: () => number): Float32Array {
  const sound = new Float32Array(length);
  const white = () => random() + random() + random() - 1.5;
  const [level, step] = LEVELS[kind];
  let slow = 0;
  for (let at = 0; at < length; at++) {
    slow += step * (white() - slow);
    const hum = Math.sin((2 * Math.PI * 150 * at) / RATE) + 0.5 * Math.sin((2 * Math.PI * 300 * at) / RATE);
    sound[at] = kind === "hum" ? hum + 0.1 * white() : kind === "music" ? chordAt(at) : slow;
  }
  const made = atLevel(sound, level);
  // A key is hit about five times a second: 15 ms of clatter.
  for (let at = 0; kind === "keyboard" && at < length; at += Math.round(RATE * (0.08 + 0.25 * random())))
    for (let n = 0; n < 0.015 * RATE && at + n < length; n++)
      made[at + n] = (made[at + n] as number) + 0.15 * white() * Math.exp(-n / (0.004 * RATE));
  return made;
}

export function add(to: Float32Array, sound: Float32Array, at: number): void {
  for (let n = 0; n < sound.length && at + n < to.length; n++)
    to[at + n] = (to[at + n] as number) + (sound[n] as number);
}
