import { MAX_LIVE_MESSAGES } from "../../../shared/limits.ts";

const WINDOW_MS = 10_000;

/** Messages of each sender in ten seconds, and joins and whispers, each by themselves. In memory only: who sends keeps the object awake. */
export class MessageRate {
  readonly #sent = new Map<string, number[]>();

  /** Counts one, or as many as it weighs. @returns whether it may be sent */
  admits(sender: string, now: number, most: number = MAX_LIVE_MESSAGES, weight = 1): boolean {
    const recent = (this.#sent.get(sender) ?? []).filter((at) => now - at < WINDOW_MS);
    if (recent.length === 0) this.#sent.delete(sender);
    if (recent.length + weight > most) return false;
    this.#sent.set(sender, [...recent, ...Array<number>(weight).fill(now)]);
    return true;
  }

  /** Forgets a page whose conversation is over, or a closed inbox. */
  forget(name: string): void {
    for (const sender of [name, `relay ${name}`, `open ${name}`, `heard ${name}`]) this.#sent.delete(sender);
  }
}
