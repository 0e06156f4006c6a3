import fc from "fast-check";
import { expect } from "vitest";
import type { SessionEvent } from "../../../shared/events.ts";
import { FORGIVEN_SECONDS_AN_HOUR, LEASE_SECONDS } from "../../../shared/limits.ts";
import { HANDLERS, type Handler } from "../../../shared/person.ts";
import type { LeaseRequest, SessionSignals } from "../../../worker/objects/org-ledger/lease.ts";
import { sessionSignals } from "../../../worker/sessions/session-signals.ts";

/**
 * Pages that talk as long as they can for as little as they can, against any ledger. The charges must be what a vendor's own
 * clock says, except for the minute per visitor and hour in which a page is believed.
 */

/** The ledger under test; every call happens at the test's own clock. */
export interface Ledger {
  now(): number;
  open(
    request: Pick<LeaseRequest, "session_id" | "visitor" | "watched" | "places_call" | "max_duration_seconds">,
  ): Promise<boolean>;
  report(session_id: string, signals: SessionSignals): Promise<unknown>;
  /** @returns whether another connection is allowed */
  reconnect(session_id: string, page_id: string | null): Promise<boolean>;
  /** Makes a session longer than its longest duration. */
  extend(session_id: string): Promise<unknown>;
  callConnected(session_id: string, call_id: string | null, placement: number): Promise<boolean>;
  callClosed(session_id: string): Promise<unknown>;
  /** The vendor refused a call that our side was to place. */
  release(session_id: string): Promise<unknown>;
  /** A person is asked for, takes the session over, or gives it back. */
  handOver(session_id: string, to: Handler): Promise<unknown>;
  endByOperator(session_id: string): Promise<unknown>;
  /** Lets time pass; alarms come when they are due. */
  wait(ms: number): Promise<void>;
  /** Credits charged, by session; a credit is a second. */
  charged(): Promise<Map<string, number>>;
}

/** Counts how long each session's calls stood, by a clock of its own. */
export class Vendor {
  readonly talked = new Map<string, number>();
  /** By session: the calls that stand, by their names. One that a token opened has none. */
  readonly #since = new Map<string, Map<string | null, number>>();
  readonly #tokens = new Set<string>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A token opens one call; the call before it ends. */
  mint(session_id: string): void {
    this.drop(session_id);
    this.#tokens.add(session_id);
  }

  connect(session_id: string): boolean {
    if (!this.#tokens.delete(session_id)) return false;
    this.#stand(session_id, null);
    return true;
  }

  /** The service places a call: those before it stand until they are hung up. */
  place(session_id: string, call_id: string): void {
    this.#stand(session_id, call_id);
  }

  #stand(session_id: string, call_id: string | null): void {
    const calls = this.#since.get(session_id) ?? new Map<string | null, number>();
    this.#since.set(session_id, calls.set(call_id, this.#now()));
  }

  /** An offer that no vendor takes uses the token up as well. @returns whether there was one */
  refuse(session_id: string): boolean {
    return this.#tokens.delete(session_id);
  }

  /** @returns whether a call stood */
  drop(session_id: string, call_id: string | null = null): boolean {
    const calls = this.#since.get(session_id);
    const since = calls?.get(call_id);
    if (since === undefined) return false;
    calls?.delete(call_id);
    this.talked.set(session_id, (this.talked.get(session_id) ?? 0) + this.#now() - since);
    return true;
  }

  /** Sessions of which a call stands. */
  get standing(): string[] {
    return [...this.#since].flatMap(([session_id, calls]) => (calls.size > 0 ? [session_id] : []));
  }

  /** The service ends a call: the one of this name, or that of the token, and any that the token could still open. */
  hangUp(session_id: string, call_id: string | null): void {
    this.#tokens.delete(session_id);
    this.drop(session_id, call_id);
    this.drop(session_id);
  }
}

const EVENTS: SessionEvent[] = [
  { type: "connected", call_id: "somebody_elses" },
  { type: "heartbeat" },
  { type: "user_transcript", text: "Hello" },
  { type: "usage", id: "r1", input_tokens: 1 },
  { type: "error", code: "x" },
  { type: "failed", reason: "no microphone" },
  { type: "ended", reason: "visitor_left" },
  { type: "ended" },
  { type: "page_left" },
  { type: "page_left", page_id: "a" },
];
const VISITORS = ["mallory", "honest"];
const nth = fc.integer({ min: 0, max: 3 });

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("start" as const),
      visitor: fc.constantFrom(...VISITORS),
      seen: fc.constantFrom({ watched: false }, { watched: true }, { watched: true, places_call: true }),
      max_duration_seconds: fc.constantFrom(45, 400, 3600),
    }),
  },
  {
    weight: 3,
    // Some calls stand only after those that were asked for later.
    arbitrary: fc.record({ do: fc.constant("connect" as const), nth, late: fc.constantFrom(0, 0, 1, 2) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refused" as const), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("drop" as const), nth }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("report" as const),
      nth,
      events: fc.array(fc.constantFrom(...EVENTS), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("reconnect" as const), nth, page_id: fc.constantFrom(null, "a", "b") }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("extend" as const), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("hand" as const), nth, to: fc.constantFrom(...HANDLERS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("end" as const), nth }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(300, 1_000, 9_700, 29_000, 59_000, 61_000, 89_000, 299_000, 1_200_000),
    }),
  },
);

/** What a page tries, in order; it knows its last few sessions. */
export const strategy = fc.array(step, { minLength: 5, maxLength: 60, size: "max" });
export type Strategy = typeof strategy extends fc.Arbitrary<infer Steps> ? Steps : never;

/** Plays it, then lets all end, and compares what was charged with what was talked. @returns seconds talked in all */
export async function play(steps: Strategy, ledger: Ledger, vendor: Vendor): Promise<number> {
  const began = ledger.now();
  const sessions: { id: string; visitor: string; watched: boolean; places_call?: boolean; placements: number }[] = [];
  let calls = 0;
  const chosen = (nth: number) => sessions.at(-1 - (nth % Math.max(1, sessions.length)));
  for (const taken of steps) {
    if (taken.do === "wait") {
      await ledger.wait(taken.ms);
      continue;
    }
    if (taken.do === "start") {
      const { visitor, seen, max_duration_seconds } = taken;
      const id = `ses_${sessions.length}`;
      if (!(await ledger.open({ session_id: id, visitor, ...seen, max_duration_seconds }))) continue;
      sessions.push({ id, visitor, ...seen, placements: 0 });
      vendor.mint(id);
      continue;
    }
    const session = chosen(taken.nth);
    if (!session) continue;
    const { id, watched, places_call } = session;
    if (taken.do === "connect" && places_call) {
      // However many offers its page sends.
      const call_id = `rtc_${++calls}`;
      const placement = Math.max(0, session.placements - taken.late);
      vendor.place(id, call_id);
      if (!(await ledger.callConnected(id, call_id, placement))) vendor.hangUp(id, call_id);
    } else if (taken.do === "connect") {
      // Where our own side takes the call, one of an ended session is refused.
      if (watched && !(await ledger.callConnected(id, null, 0))) continue;
      vendor.connect(id);
    } else if (taken.do === "refused") {
      if (watched && vendor.refuse(id)) await ledger.release(id);
    } else if (taken.do === "drop") {
      if (vendor.drop(id) && watched) await ledger.callClosed(id);
    } else if (taken.do === "report") await ledger.report(id, sessionSignals(taken.events));
    else if (taken.do === "extend") await ledger.extend(id);
    else if (taken.do === "hand") await ledger.handOver(id, taken.to);
    else if (taken.do === "end") await ledger.endByOperator(id);
    else if (await ledger.reconnect(id, taken.page_id)) {
      session.placements += 1;
      if (vendor.drop(id) && watched) await ledger.callClosed(id);
      vendor.mint(id);
    }
  }
  // Whatever a page is believed, it is believed until its last lease falls silent.
  const hours = Math.floor((ledger.now() - began + LEASE_SECONDS * 1000) / 3_600_000) + 1;
  // Long enough for every lease to run out, whatever it was told.
  await ledger.wait(3 * 3_600_000);
  expect(vendor.standing, "sessions that are over, and have a call that nobody hung up").toEqual([]);
  const charged = await ledger.charged();
  let total = 0;
  for (const visitor of VISITORS) {
    const theirs = sessions.filter((session) => session.visitor === visitor);
    // Session by session: an overcharge of one does not make up for a free call of another.
    let unpaid = 0;
    for (const { id } of theirs) {
      const talked = (vendor.talked.get(id) ?? 0) / 1000;
      total += talked;
      unpaid += Math.max(0, talked - (charged.get(id) ?? 0));
    }
    expect(unpaid, `seconds that ${visitor} talked for nothing`).toBeLessThanOrEqual(FORGIVEN_SECONDS_AN_HOUR * hours);
  }
  return total;
}
