import { Loudness } from "./loudness.ts";

/** How much is kept, and how much of the silence around what was said. Seconds. */
const LONGEST = 15;
const AROUND = 0.2;
/** How often it is measured; a measurement hears less than two of these. Seconds. */
const LOOK = 0.05;
/** From this root mean square on somebody may be speaking; softer than the loudest by this factor it is a pause. */
const AUDIBLE = 0.005;
const SOFTER = 10;

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
  #said: number[] = [];
  #loudest = 0;
  #looked = 0;
  #caughtUp: (() => unknown) | null = null;

  /** The caller closes the stream. */
  constructor(context: AudioContext, stream: MediaStream) {
    this.#context = context;
    this.#meter = new Loudness(context, stream);
    this.#source = context.createMediaStreamSource(stream);
    this.#delay = context.createDelay(LONGEST);
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
    this.#said = [];
    this.#looked = this.#context.currentTime;
    this.#timer = setInterval(() => this.#look(), LOOK * 1_000);
  }

  /**
   * The track to send, beginning with what was kept; nothing where nobody spoke.
   * @param caughtUp called when nothing is late any more, in a pause
   */
  take(caughtUp: () => unknown): MediaStreamTrack | undefined {
    this.#look();
    const [first] = this.#said;
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
    this.#delay.delayTime.setValueAtTime(Math.min(LONGEST, Math.round(late * sampleRate) / sampleRate), currentTime);
  }

  #look(): void {
    const now = this.#context.currentTime;
    const { level } = this;
    this.#loudest = Math.max(this.#loudest, level);
    // What nobody looked at, on a busy page, may have been speech.
    for (let at = this.#looked + 2 * LOOK; at < now; at += LOOK) this.#said.push(at);
    if (level > Math.max(AUDIBLE, this.#loudest / SOFTER)) this.#said.push(now);
    this.#looked = now;
    this.#said = this.#said.filter((at) => at > now - LONGEST);
    const caughtUp = this.#caughtUp;
    if (!caughtUp) return;
    const { value } = this.#delay.delayTime;
    const late = nextLateness(this.#said, now, value);
    if (late < value) this.#become(late);
    if (late > 0) return;
    this.#rest();
    caughtUp();
  }
}
