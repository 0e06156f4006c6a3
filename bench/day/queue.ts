import { HOUR_MS } from "../../shared/time.ts";

/** One thread that serves what arrives in its order, and how long each arrival waits for those before it. */

/** From so long a wait on, somebody notices. Milliseconds. */
const NOTICED = 1_000;

/** Waits, in classes that grow by a tenth: quantiles need no list of a hundred million. */
const SHORTEST = 0.01;
const GROWTH = Math.log(1.1);
const CLASSES = 300;

export class Waits {
  readonly #classes = new Float64Array(CLASSES);
  count = 0;
  longest = 0;
  #sum = 0;

  add(wait: number): void {
    this.count += 1;
    this.#sum += wait;
    if (wait > this.longest) this.longest = wait;
    const at = wait < SHORTEST ? 0 : 1 + Math.floor(Math.log(wait / SHORTEST) / GROWTH);
    const last = Math.min(at, CLASSES - 1);
    this.#classes[last] = (this.#classes[last] ?? 0) + 1;
  }

  get mean(): number {
    return this.count === 0 ? 0 : this.#sum / this.count;
  }

  /** The upper end of the class in which so great a part of all waits is, or less. */
  quantile(part: number): number {
    let below = 0;
    for (let at = 0; at < CLASSES; at++) {
      below += this.#classes[at] ?? 0;
      if (below >= part * this.count) return at === 0 ? 0 : Math.min(this.longest, SHORTEST * Math.exp(at * GROWTH));
    }
    return this.longest;
  }
}

export interface Served {
  arrivals: number;
  /** Part of each hour that its arrivals need: above 1 more than it has. */
  busy: number[];
  /** In the hour that needs most. */
  waits: Waits;
  /** Of all hours, milliseconds. */
  longest: number;
  /** Arrivals that waited for a second or longer. */
  noticed: number;
  /** When the last of these came, hours from midnight; `null` where none did. */
  until: number | null;
}

/**
 * A day of it. Arrivals are independent of each other and even within an hour, each takes equally long.
 * @param by_hour arrivals expected in each hour
 * @param service_ms what one takes of the thread
 */
export function serveDay(by_hour: readonly number[], service_ms: number, random: () => number): Served {
  const busy = by_hour.map((arrivals) => (arrivals * service_ms) / HOUR_MS);
  const busiest = busy.indexOf(Math.max(...busy));
  const served: Served = { arrivals: 0, busy, waits: new Waits(), longest: 0, noticed: 0, until: null };
  let free = 0;
  for (const [hour, arrivals] of by_hour.entries()) {
    const end = (hour + 1) * HOUR_MS;
    const gap = () => (-HOUR_MS / arrivals) * Math.log(1 - random());
    for (let now = hour * HOUR_MS + gap(); now < end; now += gap()) {
      const wait = free > now ? free - now : 0;
      free = now + wait + service_ms;
      served.arrivals += 1;
      if (hour === busiest) served.waits.add(wait);
      if (wait > served.longest) served.longest = wait;
      if (wait < NOTICED) continue;
      served.noticed += 1;
      served.until = now / HOUR_MS;
    }
  }
  return served;
}
