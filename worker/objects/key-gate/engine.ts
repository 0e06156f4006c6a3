import type { KeyPolicy } from "../../../shared/keys.ts";
import { permits } from "../../auth/keys/permits.ts";
import type { Admission, Verdict } from "./rpc.ts";
import { type Count, countIn, DAY_MS, HOUR_MS, MINUTE_MS } from "./window.ts";

/** How old a project's version may be before somebody should ask D1 for it again. */
const CONFIRM_EVERY_MS = 60_000;
/** While one request asks D1, the others of this time do not. */
const CONFIRM_RETRY_MS = 10_000;
/** How long an unknown key stays unknown before D1 is asked again. */
const UNKNOWN_MS = 60_000;
/** Visitors who used less than this part of their limit are not stored. */
const HEAVY_VISITOR_PART = 4;
const MAX_HEAVY_VISITORS = 1_000;

/** What must survive the object's memory: accepted requests of the running windows. */
export interface SavedCounts {
  minute: Count;
  day: Count;
  /** Of the running minute, those that have used up much of their limit. */
  visitors: [string, number][];
  /** The last UTC hour in which a request was accepted, counted from 1970. Older gates have none. */
  used_hour?: number;
}

export interface SavedGate {
  policy: KeyPolicy | null;
  project_version: number;
  /** Unix milliseconds; once set it stays. */
  revoked_at: number | null;
  counts: SavedCounts | null;
}

/** Judges requests with one key. Pure: the clock is an argument, and the caller stores what must be stored. */
export class GateEngine {
  #policy: KeyPolicy | null;
  #version: number;
  #revoked_at: number | null;
  #minute: Count;
  #day: Count;
  #visitors: Map<string, number>;
  #used_hour: number;
  #confirmed_at = 0;
  #unknown_until = 0;

  constructor(saved: SavedGate) {
    this.#policy = saved.policy;
    this.#version = saved.project_version;
    this.#revoked_at = saved.revoked_at;
    this.#minute = saved.counts?.minute ?? { window: 0, accepted: 0 };
    this.#day = saved.counts?.day ?? { window: 0, accepted: 0 };
    this.#visitors = new Map(saved.counts?.visitors);
    this.#used_hour = saved.counts?.used_hour ?? 0;
  }

  /** An `admitted` verdict has counted the request, so `counts()` must be stored. No other verdict changes a count. */
  admit(request: Admission, now: number): Verdict {
    if (this.#revoked_at !== null) return { kind: "refused", dead: true, policy: null };
    const policy = this.#policy;
    if (policy === null)
      return now < this.#unknown_until ? { kind: "refused", dead: true, policy: null } : { kind: "unloaded" };
    if (policy.paused) return { kind: "refused", dead: false, policy: null };
    if (!permits(policy, request.permission, request.origin)) return { kind: "refused", dead: false, policy };

    this.#turnWindows(now);
    const counts = { minute: this.#minute.accepted, day: this.#day.accepted };
    const visitor = policy.visitor_limited && request.visitor_limit > 0 ? request.visitor : null;
    const visited = visitor === null ? 0 : (this.#visitors.get(visitor) ?? 0);
    const minute_end = (this.#minute.window + 1) * MINUTE_MS;
    const limited = { kind: "limited", policy, at: now } as const;
    if (counts.day >= policy.day_limit)
      return { ...limited, by: "key", counts, until: (this.#day.window + 1) * DAY_MS };
    if (visitor !== null && visited >= request.visitor_limit)
      return { ...limited, by: "visitor", counts: { minute: visited, day: counts.day }, until: minute_end };
    if (counts.minute >= policy.minute_limit) return { ...limited, by: "key", counts, until: minute_end };

    this.#minute.accepted++;
    this.#day.accepted++;
    if (visitor !== null) this.#visitors.set(visitor, visited + 1);
    return {
      kind: "admitted",
      policy: request.known_revision === (policy.revision ?? 0) ? null : policy,
      counts: { minute: this.#minute.accepted, day: this.#day.accepted },
      at: now,
      project_version: this.#version,
      stale: this.#takeConfirmation(now),
      first_use: this.#takeFirstUse(now),
    };
  }

  /** @returns whether there is something new to store; not for a key that D1 does not know */
  load(policy: KeyPolicy | null, project_version: number, now: number): boolean {
    if (policy === null) {
      if (this.#policy === null) this.#unknown_until = now + UNKNOWN_MS;
      return false;
    }
    if (policy.revoked_at !== null) this.#revoked_at ??= policy.revoked_at;
    if ((policy.revision ?? 0) >= (this.#policy?.revision ?? 0)) this.#policy = policy;
    this.#version = Math.max(this.#version, project_version);
    this.#confirmed_at = now;
    return true;
  }

  revoke(at: number): void {
    this.#revoked_at ??= at;
  }

  /** Knows no more of the key than that it is dead. */
  forget(now: number): void {
    this.#revoked_at ??= now;
    this.#policy = null;
    this.#version = 0;
    this.#minute = { window: 0, accepted: 0 };
    this.#day = { window: 0, accepted: 0 };
    this.#visitors.clear();
  }

  /** @returns whether there is something new to store */
  setProjectVersion(version: number, now: number): boolean {
    this.#confirmed_at = now;
    if (this.#policy === null || version <= this.#version) return false;
    this.#version = version;
    return true;
  }

  /** All that must be stored, except the counts. */
  saved(): Omit<SavedGate, "counts"> {
    return { policy: this.#policy, project_version: this.#version, revoked_at: this.#revoked_at };
  }

  counts(visitor_limit: number): SavedCounts {
    const heavy = Math.max(1, Math.floor(visitor_limit / HEAVY_VISITOR_PART));
    const visitors: [string, number][] = [];
    for (const entry of this.#visitors) {
      if (visitors.length === MAX_HEAVY_VISITORS) break;
      if (entry[1] >= heavy) visitors.push(entry);
    }
    return { minute: { ...this.#minute }, day: { ...this.#day }, visitors, used_hour: this.#used_hour };
  }

  #turnWindows(now: number): void {
    const minute = countIn(this.#minute, now, MINUTE_MS);
    if (minute !== this.#minute) this.#visitors.clear();
    this.#minute = minute;
    this.#day = countIn(this.#day, now, DAY_MS);
  }

  #takeFirstUse(now: number): number | null {
    const hour = Math.floor(now / HOUR_MS);
    if (hour <= this.#used_hour) return null;
    this.#used_hour = hour;
    return hour * HOUR_MS;
  }

  #takeConfirmation(now: number): boolean {
    if (now - this.#confirmed_at < CONFIRM_EVERY_MS) return false;
    this.#confirmed_at = now - CONFIRM_EVERY_MS + CONFIRM_RETRY_MS;
    return true;
  }
}
