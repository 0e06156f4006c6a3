import { AUDIBLE, LONGEST_KEPT } from "./audible.ts";
import { LinePlan } from "./line-plan.ts";
import { Loudness } from "./loudness.ts";

/** How often it is measured; a measurement hears less than two of these. Seconds. */
const LOOK = 0.05;
/** Softer than the loudest by this factor it is a pause. */
const SOFTER = 10;
/** How much louder than a steady noise speech must be, and how many measurements it takes to know the noise. */
const LOUDER = 2;
const KNOWS_NOISE = 1 / LOOK;

/** One measurement: its time in seconds, and the root mean square; infinite if nobody measured. */
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
 * Keeps what an open microphone hears for a connection that takes sound only as fast as it is spoken: that gets it late, with
 * shorter pauses, until nothing is late any more. The delay is the browser's own, which needs no worklet.
 */
export class LateLine {
  /** What the microphone hears now. */
  readonly source: AudioNode;
  /** What the line sends. */
  readonly track: MediaStreamTrack | null;
  readonly #context: AudioContext;
  readonly #meter: Loudness;
  readonly #delay: DelayNode;
  readonly #gate: GainNode;
  #timer: ReturnType<typeof setInterval> | undefined;
  #heard: Heard[] = [];
  #looked = 0;
  #plan = new LinePlan();
  /** Seconds. The delay's own value follows when the audio thread comes to it, which may be after the next look. */
  #late = 0;
  #until = Number.POSITIVE_INFINITY;
  #caughtUp: (() => unknown) | null = null;

  /** The caller closes the stream. */
  constructor(context: AudioContext, stream: MediaStream) {
    this.#context = context;
    this.#meter = new Loudness(context, stream);
    this.source = context.createMediaStreamSource(stream);
    this.#delay = context.createDelay(LONGEST_KEPT);
    this.#gate = context.createGain();
    const late = context.createMediaStreamDestination();
    this.source.connect(this.#delay);
    this.#delay.connect(this.#gate);
    this.#gate.connect(late);
    this.track = late.stream.getAudioTracks()[0] ?? null;
    this.keep();
  }

  /** Root mean square right now, 0 to 1. */
  get level(): number {
    return this.#meter.now();
  }

  /** Seconds, as all times here. */
  get now(): number {
    return this.#context.currentTime;
  }

  /** From now on all is kept. */
  keep(): void {
    this.#rest();
    this.#plan = new LinePlan();
    this.#watch();
  }

  /**
   * The track to send, beginning with what was kept; nothing where nobody spoke.
   * @param caughtUp called when nothing is late any more, in a pause
   */
  take(caughtUp: () => unknown): MediaStreamTrack | null {
    this.#look();
    const [first] = speechIn(this.#heard);
    if (first === undefined) {
      this.#rest();
      return null;
    }
    this.#caughtUp = caughtUp;
    this.#plan.sendWords(first, this.now);
    this.#apply();
    return this.track;
  }

  /**
   * From now on the track sends only what `pass()` names, after what is still late.
   * @param caughtUp called when all passes again and nothing is late
   */
  hold(caughtUp: (() => unknown) | null = null): void {
    this.#caughtUp = caughtUp;
    if (!this.#timer) this.#watch();
    this.#plan.hold(this.now);
    this.#apply();
  }

  /** Also not what is still late. */
  drop(): void {
    this.#plan.drop(this.now);
    this.#apply();
  }

  /** Sends what is heard from then on, until `hold()`. */
  pass(from: number): void {
    this.#plan.send(from, this.now);
    this.#apply();
  }

  close(): void {
    this.#rest();
    this.#meter.close();
    this.source.disconnect();
  }

  #watch(): void {
    this.#heard = [];
    this.#looked = this.now;
    this.#timer = setInterval(() => this.#look(), LOOK * 1_000);
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#caughtUp = null;
  }

  #apply(): void {
    const { late, until } = this.#plan;
    const { now } = this;
    if (late !== this.#late) {
      this.#late = late;
      // Between two samples it would be an average of both.
      const { sampleRate } = this.#context;
      this.#delay.delayTime.setValueAtTime(Math.min(LONGEST_KEPT, Math.round(late * sampleRate) / sampleRate), now);
    }
    if (until === this.#until) return;
    this.#until = until;
    const { gain } = this.#gate;
    gain.cancelScheduledValues(0);
    gain.setValueAtTime(until > now ? 1 : 0, now);
    if (until > now && Number.isFinite(until)) gain.setValueAtTime(0, until);
  }

  #look(): void {
    const { now } = this;
    // What nobody looked at, on a busy page, may have been speech.
    for (let at = this.#looked + 2 * LOOK; at < now; at += LOOK) this.#heard.push({ at, level: Infinity });
    this.#heard.push({ at: now, level: this.level });
    this.#looked = now;
    this.#heard = this.#heard.filter(({ at }) => at > now - LONGEST_KEPT);
    this.#plan.goOn(speechIn(this.#heard), now);
    this.#apply();
    const caughtUp = this.#caughtUp;
    if (!caughtUp || this.#late > 0 || this.#until < Number.POSITIVE_INFINITY) return;
    this.#rest();
    caughtUp();
  }
}
