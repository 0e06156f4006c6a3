import {
  HOUR_BYTES,
  HOUR_BYTES_OF_LINE,
  HOUR_BYTES_OF_VISITOR,
  LATE_EVENT_SECONDS,
  MAX_SESSION_BYTES,
  MAX_SESSION_CONTACTS,
  MAX_SESSION_EVENTS,
} from "../../../shared/limits.ts";
import { HOUR_MS } from "../../../shared/time.ts";
import type { KeptBytes, LedgerArchive } from "./changes.ts";
import { visitorOf } from "./forgiveness.ts";
import type { Lease, SessionSignals } from "./lease.ts";

/** What sessions may leave in storage. */

/** Whether the session runs or ended so lately that words and answers are still kept: `KeptTexts` counts on it. */
export const isOpenToTexts = ({ ended_at }: Lease, now: number): boolean =>
  ended_at === null || now - ended_at <= LATE_EVENT_SECONDS * 1000;

/** The part of a batch that is kept. */
export type Kept = Pick<SessionSignals, "events" | "bytes" | "contacts">;

/** Whether it still finds room in what a session may keep. */
export function hasRoom(lease: Lease, { events, bytes, contacts }: Kept): boolean {
  const { kept_events = 0, kept_bytes = 0, kept_contacts = 0 } = lease;
  return (
    kept_events + events <= MAX_SESSION_EVENTS &&
    kept_bytes + bytes <= MAX_SESSION_BYTES &&
    kept_contacts + contacts <= MAX_SESSION_CONTACTS
  );
}

/**
 * How much text, or how many bytes of tools' answers, an organization's sessions have left in the running hour, all and by visitor. After the object woke it is
 * read once from the leases: those that run count whole, and those that may have been told late words in this hour.
 */
export class KeptTexts {
  readonly #archive: Pick<LedgerArchive, "keptSince">;
  readonly #what: KeptBytes;
  #hour = Number.NaN;
  #all = 0;
  #ofVisitor = new Map<string, number>();

  constructor(archive: Pick<LedgerArchive, "keptSince">, what: KeptBytes) {
    this.#archive = archive;
    this.#what = what;
  }

  /** @param lines voice lines of the organization */
  hasRoom(lease: Lease, bytes: number, lines: number, now: number): boolean {
    if (bytes === 0) return true;
    this.#turn(now);
    if (this.#all + bytes > HOUR_BYTES + lines * HOUR_BYTES_OF_LINE) return false;
    const visitor = visitorOf(lease);
    // Without known addresses, all count as one visitor.
    return visitor === "" || (this.#ofVisitor.get(visitor) ?? 0) + bytes <= HOUR_BYTES_OF_VISITOR;
  }

  add(lease: Lease, bytes: number, now: number): void {
    this.#turn(now);
    this.#count(visitorOf(lease), bytes);
  }

  #count(visitor: string, bytes: number): void {
    this.#all += bytes;
    this.#ofVisitor.set(visitor, (this.#ofVisitor.get(visitor) ?? 0) + bytes);
  }

  #turn(now: number): void {
    const hour = Math.floor(now / HOUR_MS);
    if (hour === this.#hour) return;
    const woke = Number.isNaN(this.#hour);
    this.#hour = hour;
    this.#all = 0;
    this.#ofVisitor.clear();
    if (woke)
      for (const { visitor, bytes } of this.#archive.keptSince(this.#what, hour * HOUR_MS - LATE_EVENT_SECONDS * 1000))
        this.#count(visitor, bytes);
  }
}
