/** How much is sent of the silence around what was said. Seconds. */
const AROUND = 0.2;

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
 * What of a microphone's sound goes over a line that takes it only as fast as it is spoken, and how late. Pure; all times in
 * seconds of one clock.
 */
export class LinePlan {
  /** How much later than it was heard sound is sent. */
  late = 0;
  /** What is to be sent, in order: from when, until when. */
  readonly #parts: { from: number; to: number }[] = [];
  /** What was heard before is over. */
  #over = 0;

  /** When the line falls silent: infinite while all is sent, 0 where it is silent. */
  get until(): number {
    const [part] = this.#parts;
    return part ? part.to + this.late : 0;
  }

  /** Sends what is heard from then on, after what is still to be sent. */
  send(from: number, now: number): void {
    const last = this.#parts.at(-1);
    if (last && last.to >= from) {
      last.to = Number.POSITIVE_INFINITY;
      return;
    }
    this.#parts.push({ from: Math.max(from, this.#over), to: Number.POSITIVE_INFINITY });
    if (!last) this.#begin(now);
  }

  /** Sends a word, and the silence before it. */
  sendWords(first: number, now: number): void {
    this.send(first - AROUND, now);
  }

  /** Sends nothing of what is heard from now on. */
  hold(now: number): void {
    const last = this.#parts.at(-1);
    if (last) last.to = Math.min(last.to, now);
  }

  /** Sends nothing more, not even of what is late. */
  drop(now: number): void {
    const last = this.#parts.at(-1);
    if (last) last.to = Math.min(last.to, Math.max(last.from, now - this.late));
  }

  /** @param said when somebody was heard, in order */
  goOn(said: readonly number[], now: number): void {
    const [part] = this.#parts;
    if (!part) return;
    const late = nextLateness(
      said.filter((at) => at < part.to),
      now,
      this.late,
    );
    if (late) this.late = late;
    // Nothing more of it was said.
    else if (part.to < now) this.late = now - part.to;
    else this.late = 0;
    if (now - this.late < part.to) return;
    this.#parts.shift();
    this.#over = part.to;
    this.#begin(now);
  }

  #begin(now: number): void {
    const [part] = this.#parts;
    this.late = part ? now - part.from : 0;
  }
}
