import { AUDIBLE, LONGEST_KEPT } from "./audible.ts";
import { Loudness } from "./loudness.ts";

/** How much is sent of the silence around what was said. Seconds. */
const AROUND = 0.2;
/** How often it is measured; a measurement hears less than two of these. Seconds. */
const LOOK = 0.05;
/** Softer than the loudest by this factor it is a pause. */
const SOFTER = 10;
/** So much louder than a noise that goes on somebody must be, once so many measurements tell the noise. */
const LOUDER = 2;
const KNOWS_NOISE = 1 / LOOK;

/** One measurement: when, in seconds, and the root mean square; infinite where nobody looked. */
export interface Heard {
  at: number;
  level: number;
}

/** When somebody spoke. A noise that goes on is nobody, or a call would stay late for as long as it lasts. */
export function speechIn(heard: readonly Heard[]): number[] {
  const levels = heard
    .map(({ level }) => level)
    .filter(Number.isFinite)
    .sort((one, other) => one - other);
  const noise = levels.length < KNOWS_NOISE ? 0 : (levels[Math.floor(levels.length / 10)] ?? 0);
  const least = Math.max(AUDIBLE, (levels.at(-1) ?? 0) / SOFTER, noise * LOUDER);
  return heard.flatMap(({ at, level }) => (level > least ? [at] : []));
}

/**
 * How late the line is from now on: a pause is left out, but for its ends.
 * @param said when somebody was heard, in order
 * @param late how late it is; all in seconds
 */
export function nextLateness(said: readonly number[], now: number, late: number): number {
  const sending = now - late;
  if (said.some((at) => Math.abs(at - sending) < AROUND)) return late;
  const next = said.find((at) => at > sending);
  return next === undefined ? 0 : now - next + AROUND;
}

/**
 * Keeps what an open microphone hears for a connection that takes sound only as fast as it is spoken: that gets it late, with
 * shorter pauses, until nothing is late any more. The delay is the browser's own, which needs no worklet.
 */
export class LateLine {
  readonly #context: AudioContext;
  readonly #meter: Loudness;
  readonly #source: AudioNode;
  readonly #delay: DelayNode;
  readonly #track: MediaStreamTrack | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #heard: Heard[] = [];
  #looked = 0;
  /** Seconds. The delay's own value follows when the audio thread comes to it, which may be after the next look. */
  #late = 0;
  #caughtUp: (() => unknown) | null = null;

  /** The caller closes the stream. */
  constructor(context: AudioContext, stream: MediaStream) {
    this.#context = context;
    this.#meter = new Loudness(context, stream);
    this.#source = context.createMediaStreamSource(stream);
    this.#delay = context.createDelay(LONGEST_KEPT);
    const late = context.createMediaStreamDestination();
    this.#source.connect(this.#delay).connect(late);
    this.#track = late.stream.getAudioTracks()[0];
    this.keep();
  }

  /** Root mean square right now, 0 to 1. */
  get level(): number {
    return this.#meter.now();
  }

  /** From now on all is kept. */
  keep(): void {
    this.#rest();
    this.#heard = [];
    this.#looked = this.#context.currentTime;
    this.#timer = setInterval(() => this.#look(), LOOK * 1_000);
  }

  /**
   * The track to send, beginning with what was kept; nothing where nobody spoke.
   * @param caughtUp called when nothing is late any more, in a pause
   */
  take(caughtUp: () => unknown): MediaStreamTrack | undefined {
    this.#look();
    const [first] = speechIn(this.#heard);
    if (first === undefined) {
      this.#rest();
      return undefined;
    }
    this.#caughtUp = caughtUp;
    this.#become(this.#context.currentTime - first + AROUND);
    return this.#track;
  }

  close(): void {
    this.#rest();
    this.#meter.close();
    this.#source.disconnect();
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#caughtUp = null;
  }

  #become(late: number): void {
    // Between two samples it would be an average of both.
    const { currentTime, sampleRate } = this.#context;
    this.#late = Math.min(LONGEST_KEPT, Math.round(late * sampleRate) / sampleRate);
    this.#delay.delayTime.setValueAtTime(this.#late, currentTime);
  }

  #look(): void {
    const now = this.#context.currentTime;
    // What nobody looked at, on a busy page, may have been speech.
    for (let at = this.#looked + 2 * LOOK; at < now; at += LOOK) this.#heard.push({ at, level: Infinity });
    this.#heard.push({ at: now, level: this.level });
    this.#looked = now;
    this.#heard = this.#heard.filter(({ at }) => at > now - LONGEST_KEPT);
    const caughtUp = this.#caughtUp;
    if (!caughtUp) return;
    const late = nextLateness(speechIn(this.#heard), now, this.#late);
    if (late < this.#late) this.#become(late);
    if (late > 0) return;
    this.#rest();
    caughtUp();
  }
}
