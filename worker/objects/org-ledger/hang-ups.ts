import { withTimeout } from "../../outbound/time-limit.ts";
import type { HangUpTable, KeptHangUp } from "./hang-up-table.ts";
import { BATCH, rest } from "./in-pieces.ts";
import type { HangUp, HangUpPace, Lease } from "./rpc.ts";

/** How long a vendor may take to end one call, milliseconds. */
const TIME_LIMIT = 8_000;
/** Sessions that ended less long ago are urgent, milliseconds: who is silent is ended as of the last sign, 90 s before. */
const URGENT_MS = 10_000;
/** So often the object's alarm comes while calls wait, should the object have died meanwhile. Milliseconds. */
const WATCH_MS = 2_000;

interface Kept {
  hangUps: HangUpTable;
  ended(session_id: string): Lease | null;
}
interface Ways {
  hangUp: HangUp;
  pace: HangUpPace;
  hold(work: Promise<unknown>): void;
}

type Call = KeptHangUp & { lease: Lease };
/** The calls of one vendor, so that one that never answers holds up no other's. */
interface Lane {
  /** Those that ended a moment ago, perhaps in the middle of a word: they go before a crowd that fell silent. */
  urgent: Call[];
  waiting: Call[];
  underWay: number;
}

/**
 * Ends calls at their vendors, only a few of each vendor at a time however many sessions end at once. All of them stand
 * in the table until they are ended; the memory knows in which order.
 */
export class HangUps {
  readonly #kept: Kept;
  readonly #ways: Ways;
  readonly #lanes = new Map<string, Lane>();
  readonly #underWay = new Set<Promise<void>>();
  /** Sessions that wait in a lane or are under way. */
  readonly #taken = new Set<string>();
  /** Sessions whose next try comes later, by their id. */
  readonly #later = new Map<string, KeptHangUp>();

  constructor(kept: Kept, ways: Ways) {
    this.#kept = kept;
    this.#ways = ways;
  }

  /** Learns what the table holds. */
  load(): void {
    this.#later.clear();
    for (const call of this.#kept.hangUps.all())
      if (!this.#taken.has(call.session_id)) this.#later.set(call.session_id, call);
  }

  /** Ends these calls, which stand in the table already. */
  add(leases: Lease[], now: number): void {
    for (const lease of leases) this.#queue({ session_id: lease.session_id, tries: 1, due: now, lease }, now);
    this.#fillAll();
  }

  /** Takes up what is due. */
  retry(now: number): void {
    let read = 0;
    for (const call of this.#later.values()) {
      if (call.due > now) continue;
      if (read++ === BATCH) break;
      this.#later.delete(call.session_id);
      const lease = this.#kept.ended(call.session_id);
      if (lease) this.#queue({ ...call, lease }, now);
      else this.#kept.hangUps.done(call.session_id);
    }
    this.#fillAll();
  }

  /** When `retry` is to be called, unix milliseconds; `Infinity` where no call is left to be ended. */
  due(now: number): number {
    let due = this.#taken.size > 0 ? now + WATCH_MS : Number.POSITIVE_INFINITY;
    for (const call of this.#later.values()) due = Math.min(due, call.due);
    return due;
  }

  /** Until every call that need not be tried later is ended. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #queue(call: Call, now: number): void {
    this.#taken.add(call.session_id);
    const { vendor, ended_at } = call.lease;
    const lane = this.#lanes.get(vendor) ?? { urgent: [], waiting: [], underWay: 0 };
    this.#lanes.set(vendor, lane);
    const urgent = ended_at !== null && now - ended_at < URGENT_MS;
    (urgent ? lane.urgent : lane.waiting).push(call);
  }

  #fillAll(): void {
    for (const [vendor, lane] of this.#lanes) this.#fill(vendor, lane);
  }

  #fill(vendor: string, lane: Lane): void {
    const { at_a_time } = this.#ways.pace(vendor);
    while (lane.underWay < at_a_time) {
      const call = lane.urgent.shift() ?? lane.waiting.shift();
      if (!call) break;
      lane.underWay += 1;
      const work = this.#end(call, lane).finally(() => {
        lane.underWay -= 1;
        this.#underWay.delete(work);
        this.#fill(vendor, lane);
      });
      this.#underWay.add(work);
      this.#ways.hold(work);
    }
    if (lane.underWay === 0) this.#lanes.delete(vendor);
  }

  /** Never throws: what fails is tried later. While others wait it rests as long as it worked. */
  async #end(call: Call, lane: Lane): Promise<void> {
    const { hangUps } = this.#kept;
    const began = Date.now();
    try {
      await withTimeout(TIME_LIMIT, () => this.#ways.hangUp(call.lease));
      hangUps.done(call.session_id);
    } catch (error) {
      console.error(JSON.stringify({ event: "hang_up_failed", error: String(error).slice(0, 300) }));
      const next = hangUps.failed(call, Date.now());
      if (next) this.#later.set(next.session_id, next);
    }
    this.#taken.delete(call.session_id);
    if (lane.urgent.length + lane.waiting.length > 0 && this.#ways.pace(call.lease.vendor).rests) await rest(began);
  }
}
