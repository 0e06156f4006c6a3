import { HOUR_MS } from "../../shared/time.ts";
import { BATCH } from "../../worker/objects/org-ledger/in-pieces.ts";
import { Waits } from "./queue.ts";

/**
 * A day of D1, one thread for all organizations. Ledgers hand it what it lacks: each at most one publication at a time, with
 * what has come meanwhile, in its order, as soon as a call ends. So a line of theirs ends where each has one in it.
 */

const CALL_MS = 60_000;

export interface Database {
  /** What a publication of one session takes, and each further session in it; milliseconds. */
  publication: number;
  more: number;
  /** What one read takes. */
  read: number;
  /** Reads that follow the end of a call, or of all that ended together. */
  afterwards: number;
}

export interface DatabaseDay {
  begun: number;
  /** Ends that D1 has by midnight, and publications that brought them. */
  ended: number;
  publications: number;
  /** Part of each hour in which the thread works. */
  busy: number[];
  /** From a call's end until D1 has it, and until all has followed it; of calls that end in the hour in which most do. */
  published: Waits;
  followed: Waits;
  /** The longest line, in milliseconds of work. */
  line: number;
}

/** First in, first out, without moving what is behind. */
class Fifo<Item> {
  #items: Item[] = [];
  #head = 0;
  get first(): Item | undefined {
    return this.#items[this.#head];
  }
  push(item: Item): void {
    this.#items.push(item);
  }
  take(): Item | undefined {
    const item = this.#items[this.#head];
    this.#head += 1;
    if (this.#head > 10_000 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

class Organization {
  /** When each session ended that D1 does not have yet. */
  ended: number[] = [];
  publishing = false;
  toFollow: number[] = [];
  following = false;
}

interface Job {
  ms: number;
  done(now: number): void;
}

export function databaseDay(
  database: Database,
  calls: readonly number[],
  shares: readonly number[],
  random: () => number,
): DatabaseDay {
  const busiest = calls.indexOf(Math.max(...calls));
  const day: DatabaseDay = {
    begun: 0,
    ended: 0,
    publications: 0,
    busy: calls.map(() => 0),
    published: new Waits(),
    followed: new Waits(),
    line: 0,
  };
  const organizations = shares.map(() => new Organization());
  const until = cumulated(shares);
  const jobs = new Fifo<Job>();
  const talking = new Fifo<{ at: number; organization: Organization }>();
  const thread: { job: Job | null; until: number } = { job: null, until: Number.POSITIVE_INFINITY };
  let waiting = 0;

  const begin = (now: number): void => {
    const job = jobs.first;
    if (thread.job || !job) return;
    jobs.take();
    thread.job = job;
    thread.until = now + job.ms;
    const hour = Math.floor(now / HOUR_MS);
    if (hour < day.busy.length) day.busy[hour] = (day.busy[hour] ?? 0) + job.ms / HOUR_MS;
  };
  const ask = (now: number, ms: number, done: (now: number) => void): void => {
    jobs.push({ ms, done });
    waiting += ms;
    if (waiting > day.line) day.line = waiting;
    begin(now);
  };
  const inBusiest = (end: number) => Math.floor(end / HOUR_MS) === busiest;

  const follow = (organization: Organization, now: number): void => {
    if (organization.following || organization.toFollow.length === 0) return;
    const ends = organization.toFollow.splice(0);
    const followed = (at: number) => {
      for (const end of ends) if (inBusiest(end)) day.followed.add(at - end);
      organization.following = false;
      follow(organization, at);
    };
    organization.following = true;
    inTurn(database.afterwards, now, followed);
  };
  /** So many reads, each asked for when the one before is answered. */
  const inTurn = (reads: number, now: number, done: (now: number) => void): void => {
    if (reads === 0) done(now);
    else ask(now, database.read, (at) => inTurn(reads - 1, at, done));
  };
  const publish = (organization: Organization, now: number): void => {
    if (organization.publishing || organization.ended.length === 0) return;
    const ends = organization.ended.splice(0, BATCH);
    organization.publishing = true;
    ask(now, database.publication + (ends.length - 1) * database.more, (at) => {
      organization.publishing = false;
      day.publications += 1;
      for (const end of ends) {
        day.ended += 1;
        if (inBusiest(end)) day.published.add(at - end);
        organization.toFollow.push(end);
      }
      follow(organization, at);
      publish(organization, at);
    });
  };

  const midnight = calls.length * HOUR_MS;
  let arrival = nextArrival(calls, 0, random);
  for (;;) {
    const now = Math.min(arrival, talking.first?.at ?? midnight, thread.until);
    if (now >= midnight) return day;
    if (thread.job && thread.until === now) {
      const { job } = thread;
      thread.job = null;
      thread.until = Number.POSITIVE_INFINITY;
      waiting -= job.ms;
      job.done(now);
      begin(now);
    } else if (talking.first?.at === now) {
      const { organization } = talking.take() ?? {};
      if (!organization) continue;
      organization.ended.push(now);
      publish(organization, now);
    } else {
      const organization = organizations[drawn(until, random())];
      arrival = nextArrival(calls, now, random);
      if (!organization) continue;
      day.begun += 1;
      talking.push({ at: now + CALL_MS, organization });
    }
  }
}

/** The next of independent arrivals, even within each hour; after the last hour never. */
function nextArrival(calls: readonly number[], from: number, random: () => number): number {
  let at = from;
  for (let hour = Math.floor(from / HOUR_MS); hour < calls.length; hour++) {
    const next = at - (HOUR_MS / (calls[hour] ?? 0)) * Math.log(1 - random());
    if (next < (hour + 1) * HOUR_MS) return next;
    at = (hour + 1) * HOUR_MS;
  }
  return Number.POSITIVE_INFINITY;
}

function cumulated(shares: readonly number[]): Float64Array {
  const until = new Float64Array(shares.length);
  shares.reduce((sum, share, index) => {
    until[index] = sum + share;
    return sum + share;
  }, 0);
  return until;
}

/** Whose share the number from 0 up to 1 falls into. */
function drawn(until: Float64Array, number: number): number {
  let [low, high] = [0, until.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((until[middle] ?? 1) > number) high = middle;
    else low = middle + 1;
  }
  return low;
}
