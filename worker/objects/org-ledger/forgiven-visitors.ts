import { HOUR_MS } from "../../../shared/time.ts";
import type { LedgerArchive } from "./changes.ts";
import { type Forgiven, forgivenIn, visitorOf } from "./forgiveness.ts";
import type { Lease } from "./lease.ts";

const MOST_VISITORS = 10_000;

/** Whether the page was believed something in this session that costs its owner less. */
const wasBelieved = ({ forgiven_ms = 0, free_failure = false }: Lease): boolean => forgiven_ms > 0 || free_failure;

/**
 * Which sessions each visitor was believed in. Only those are kept, visitor by visitor: were all running sessions
 * searched at each start, a start would take longer the more of them there are.
 */
export class ForgivenVisitors {
  readonly #live: ReadonlyMap<string, Lease>;
  readonly #archive: Pick<LedgerArchive, "endedBy">;
  /** By visitor, then by session. A visitor who was asked for has the ended ones here, too. */
  readonly #sessions = new Map<string, Map<string, Lease>>();
  readonly #read = new Set<string>();

  constructor(live: ReadonlyMap<string, Lease>, archive: Pick<LedgerArchive, "endedBy">) {
    this.#live = live;
    this.#archive = archive;
  }

  /** A lease has changed. */
  note(lease: Lease): void {
    if (wasBelieved(lease)) this.#of(visitorOf(lease)).set(lease.session_id, lease);
  }

  /** What a visitor was believed in the hour before `at`, unix milliseconds. */
  of(visitor: string, at: number): Forgiven {
    const since = at - HOUR_MS;
    if (!this.#read.has(visitor)) {
      if (this.#read.size >= MOST_VISITORS) this.#beginAnew();
      this.#read.add(visitor);
      for (const ended of this.#archive.endedBy(visitor, since - HOUR_MS))
        if (!this.#sessions.get(visitor)?.has(ended.session_id)) this.note(ended);
    }
    const sessions = this.#sessions.get(visitor);
    if (!sessions) return forgivenIn([]);
    // Sweeps look back from the past: a little more is kept than is asked for now.
    for (const [id, { ended_at }] of sessions) if (ended_at !== null && ended_at < since - HOUR_MS) sessions.delete(id);
    return forgivenIn([...sessions.values()].filter(({ ended_at }) => (ended_at ?? at) > since));
  }

  #of(visitor: string): Map<string, Lease> {
    const sessions = this.#sessions.get(visitor);
    if (sessions) return sessions;
    const made = new Map<string, Lease>();
    this.#sessions.set(visitor, made);
    return made;
  }

  #beginAnew(): void {
    this.#sessions.clear();
    this.#read.clear();
    for (const lease of this.#live.values()) this.note(lease);
  }
}
