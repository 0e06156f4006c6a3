import { logError } from "../../log-error.ts";
import type { CallToEnd } from "./changes.ts";
import type { HangUpRow, HangUpTable } from "./hang-up-table.ts";
import { BATCH, rest } from "./in-pieces.ts";
import type { Lease } from "./lease.ts";
import type { HangUp, HangUpPace } from "./outside.ts";

/**
 * A session that ended less than this ago is urgent, milliseconds. One that fell silent never is: its end is set to its
 * last sign of life, at least 90 s ago.
 */
const URGENT_MS = 10_000;
/** How often the object's alarm runs while calls wait, in case the object dies meanwhile. Milliseconds. */
const WATCH_MS = 2_000;

interface HangUpStore {
  hangUps: HangUpTable;
  lease(session_id: string): Lease | null;
}
interface HangUpActions {
  hangUp: HangUp;
  pace: HangUpPace;
  hold(work: Promise<unknown>): void;
}

type QueuedHangUp = HangUpRow & { lease: Lease };
const nameOf = ({ session_id, call_id }: CallToEnd): string => `${session_id} ${call_id ?? ""}`;

/** The calls of one vendor, so that one that never answers holds up no other's. */
interface VendorQueue {
  /** Those that ended a moment ago, perhaps in the middle of a word, or still run: they go before a crowd that fell silent. */
  urgent: QueuedHangUp[];
  waiting: QueuedHangUp[];
  underWay: number;
}

/**
 * Ends calls at their vendors, only a few of each vendor at a time however many sessions end at once. All of them stand
 * in the table until they are ended; the memory knows in which order.
 */
export class HangUps {
  readonly #store: HangUpStore;
  readonly #actions: HangUpActions;
  readonly #queues = new Map<string, VendorQueue>();
  readonly #underWay = new Set<Promise<void>>();
  /** Calls that wait in a queue or are under way, by name. */
  readonly #taken = new Set<string>();
  /** Calls whose next try comes later, by name. */
  readonly #retries = new Map<string, HangUpRow>();

  constructor(store: HangUpStore, actions: HangUpActions) {
    this.#store = store;
    this.#actions = actions;
  }

  /** Learns what the table holds. */
  load(): void {
    this.#retries.clear();
    for (const call of this.#store.hangUps.all())
      if (!this.#taken.has(nameOf(call))) this.#retries.set(nameOf(call), call);
  }

  /** Ends these calls, which stand in the table already, as do their leases. */
  add(calls: CallToEnd[], leases: Lease[], now: number): void {
    const byId = new Map(leases.map((lease) => [lease.session_id, lease]));
    for (const call of calls) this.#enqueue({ ...call, tries: 1, due: now }, byId.get(call.session_id), now);
    this.#fillAll();
  }

  /** Takes up what is due. */
  retry(now: number): void {
    let read = 0;
    for (const call of this.#retries.values()) {
      if (call.due > now) continue;
      if (read++ === BATCH) break;
      this.#retries.delete(nameOf(call));
      this.#enqueue(call, this.#store.lease(call.session_id), now);
    }
    this.#fillAll();
  }

  /** When `retry` is to be called, unix milliseconds; `Infinity` where no call is left to be ended. */
  due(now: number): number {
    let due = this.#taken.size > 0 ? now + WATCH_MS : Number.POSITIVE_INFINITY;
    for (const call of this.#retries.values()) due = Math.min(due, call.due);
    return due;
  }

  /** Until every call that need not be tried later is ended. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #enqueue(call: HangUpRow, lease: Lease | null | undefined, now: number): void {
    // The agent of a session that runs has been connected again since.
    const again = lease?.ended_at === null && call.call_id === null && lease.parted !== true;
    if (!lease || again) {
      this.#store.hangUps.done(call);
      return;
    }
    this.#taken.add(nameOf(call));
    const { vendor, ended_at } = lease;
    const queue = this.#queues.get(vendor) ?? { urgent: [], waiting: [], underWay: 0 };
    this.#queues.set(vendor, queue);
    const urgent = ended_at === null || now - ended_at < URGENT_MS;
    const { call_id } = call;
    (urgent ? queue.urgent : queue.waiting).push({ ...call, lease: call_id === null ? lease : { ...lease, call_id } });
  }

  #fillAll(): void {
    for (const [vendor, queue] of this.#queues) this.#fill(vendor, queue);
  }

  #fill(vendor: string, queue: VendorQueue): void {
    const { at_a_time } = this.#actions.pace(vendor);
    while (queue.underWay < at_a_time) {
      const call = queue.urgent.shift() ?? queue.waiting.shift();
      if (!call) break;
      queue.underWay += 1;
      const work = this.#end(call, queue).finally(() => {
        queue.underWay -= 1;
        this.#underWay.delete(work);
        this.#fill(vendor, queue);
      });
      this.#underWay.add(work);
      this.#actions.hold(work);
    }
    if (queue.underWay === 0) this.#queues.delete(vendor);
  }

  /** Never throws: what fails is tried later. While others wait it rests as long as it worked. */
  async #end(call: QueuedHangUp, queue: VendorQueue): Promise<void> {
    const { hangUps } = this.#store;
    const began = Date.now();
    try {
      await this.#actions.hangUp(call.lease);
      hangUps.done(call);
    } catch (error) {
      logError("hang_up_failed", error);
      const next = hangUps.failed(call, Date.now());
      if (next) this.#retries.set(nameOf(next), next);
    }
    this.#taken.delete(nameOf(call));
    if (queue.urgent.length + queue.waiting.length > 0 && this.#actions.pace(call.lease.vendor).rests)
      await rest(began);
  }
}
