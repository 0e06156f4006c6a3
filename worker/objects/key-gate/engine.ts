import type { KeyPolicy } from "../../../shared/keys.ts";
import { MIN_VISITOR_MINUTE } from "../../../shared/limits.ts";
import { DAY_MS, HOUR_MS } from "../../../shared/time.ts";
import { permits } from "../../keys/permits.ts";
import { BUCKETS, type BucketCounts, currentCounts, noCounts } from "./buckets.ts";
import type { AdmitRequest, Bucket, Counts, Verdict } from "./rpc.ts";
import { VisitorCounts } from "./visitor-counts.ts";
import { dayShare, minuteShare } from "./visitor-share.ts";
import { type Count, currentCount, MINUTE_MS } from "./window.ts";

/** A project's version is confirmed with D1 when it is older than this. */
const CONFIRM_EVERY_MS = 60_000;
/** While one request asks D1, others within this time do not. */
const CONFIRM_RETRY_MS = 10_000;
/** How long a key counts as unknown before D1 is asked again. */
const UNKNOWN_MS = 60_000;
/** Visitors who used less than this fraction (1/4) of what every visitor may use in a minute are not stored. */
const HEAVY_VISITOR_PART = 4;
const MAX_HEAVY_VISITORS = 1_000;

/** What must survive the object's memory: accepted requests of the running windows. */
export interface SavedCounts {
  minute: Count;
  day: Count;
  /** The same for the other buckets of a channel's key. */
  buckets?: Partial<Record<Bucket, BucketCounts>>;
  /** Visitors that have used much of their limit in the running minute. */
  visitors: [string, number][];
  /** All visitors of the running day, see `VisitorCounts`; missing for keys without a visitor limit. */
  day_visitors?: Uint32Array;
  /** The day's only visitor so far; `null` once there was another. */
  lone_visitor?: string | null;
  /** The last UTC hour with an accepted request, counted from 1970. Gates of older versions have none. */
  used_hour?: number;
}

export interface SavedGate {
  policy: KeyPolicy | null;
  project_version: number;
  /** Unix milliseconds; never changes once set. */
  revoked_at: number | null;
  counts: SavedCounts | null;
}

/** Admits or refuses requests with one key. Pure: the clock is an argument, and the caller does the storing. */
export class GateEngine {
  #policy: KeyPolicy | null;
  #version: number;
  #revoked_at: number | null;
  #minute: Count;
  #day: Count;
  /** The counts of all buckets but `talk`, whose counts are above. */
  readonly #buckets = new Map<Bucket, BucketCounts>();
  #visitors: Map<string, number>;
  #dayVisitors: VisitorCounts | null;
  /** The day's only visitor so far; `null` once there was another, `undefined` before the first. */
  #lone: string | null | undefined;
  #used_hour: number;
  #confirmed_at = 0;
  #unknown_until = 0;

  constructor(saved: SavedGate) {
    this.#policy = saved.policy;
    this.#version = saved.project_version;
    this.#revoked_at = saved.revoked_at;
    this.#minute = saved.counts?.minute ?? { window: 0, accepted: 0 };
    this.#day = saved.counts?.day ?? { window: 0, accepted: 0 };
    for (const bucket of BUCKETS) {
      const counts = saved.counts?.buckets?.[bucket];
      if (counts) this.#buckets.set(bucket, counts);
    }
    this.#visitors = new Map(saved.counts?.visitors);
    this.#dayVisitors = saved.counts?.day_visitors ? new VisitorCounts(saved.counts.day_visitors) : null;
    this.#lone = saved.counts?.lone_visitor;
    this.#used_hour = saved.counts?.used_hour ?? 0;
  }

  /** An `admitted` verdict has counted the request, so `counts()` must be stored. Other verdicts change no count. */
  admit(request: AdmitRequest, now: number): Verdict {
    if (this.#revoked_at !== null) return { kind: "refused", dead: true, policy: null };
    const policy = this.#policy;
    if (policy === null)
      return now < this.#unknown_until ? { kind: "refused", dead: true, policy: null } : { kind: "unloaded" };
    if (policy.expires_at != null && now >= policy.expires_at) return { kind: "refused", dead: true, policy: null };
    if (policy.paused) return { kind: "refused", dead: false, policy: null };
    if (!permits(policy, request.permission, request.origin)) return { kind: "refused", dead: false, policy };

    this.#turnWindows(now);
    const bucket = policy.visitor_limited ? (request.bucket ?? "talk") : "talk";
    const { minute, day } = this.#countsOf(bucket, now);
    const counts = { minute: minute.accepted, day: day.accepted };
    const visitor = policy.visitor_limited && request.visitor_limit > 0 ? request.visitor : null;
    const admitted = (): Verdict => ({
      kind: "admitted",
      policy: request.known_revision === (policy.revision ?? 0) ? null : policy,
      counts: { minute: minute.accepted, day: day.accepted },
      at: now,
      project_version: this.#version,
      stale: this.#takeConfirmation(now),
      first_use: this.#takeFirstUse(now),
    });
    if (request.again) return admitted();
    const limited = { kind: "limited", policy, at: now, counts } as const;
    const day_end = (this.#day.window + 1) * DAY_MS;
    if (counts.day >= policy.day_limit) return { ...limited, by: "key", until: day_end };
    const crowded = visitor !== null && this.#limitOfVisitor(visitor, policy, request.visitor_limit, counts);
    const minute_end = (this.#minute.window + 1) * MINUTE_MS;
    if (crowded) return { ...limited, by: "visitor", until: crowded.visitor_day ? day_end : minute_end, ...crowded };
    if (counts.minute >= policy.minute_limit) return { ...limited, by: "key", until: minute_end };

    minute.accepted++;
    day.accepted++;
    if (visitor !== null) this.#countVisitor(visitor);
    return admitted();
  }

  /** @returns whether there is something new to store; `false` for a key that D1 does not know */
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

  /** Forgets everything except that the key is dead. */
  forget(now: number): void {
    this.#revoked_at ??= now;
    this.#policy = null;
    this.#version = 0;
    this.#minute = { window: 0, accepted: 0 };
    this.#day = { window: 0, accepted: 0 };
    this.#buckets.clear();
    this.#visitors.clear();
    this.#dayVisitors = null;
    this.#lone = undefined;
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
    const heavy = Math.max(1, Math.floor(Math.min(visitor_limit, MIN_VISITOR_MINUTE) / HEAVY_VISITOR_PART));
    const visitors: [string, number][] = [];
    for (const entry of this.#visitors) {
      if (visitors.length === MAX_HEAVY_VISITORS) break;
      if (entry[1] >= heavy) visitors.push(entry);
    }
    return {
      minute: { ...this.#minute },
      day: { ...this.#day },
      visitors,
      ...(this.#buckets.size > 0 && { buckets: this.#savedBuckets() }),
      ...(this.#dayVisitors && { day_visitors: this.#dayVisitors.saved }),
      ...(this.#lone !== undefined && { lone_visitor: this.#lone }),
      used_hour: this.#used_hour,
    };
  }

  #savedBuckets(): Partial<Record<Bucket, BucketCounts>> {
    const saved: Partial<Record<Bucket, BucketCounts>> = {};
    for (const [bucket, { minute, day }] of this.#buckets) saved[bucket] = { minute: { ...minute }, day: { ...day } };
    return saved;
  }

  /**
   * Which share the visitor has used up, if any. A key's only visitor may use its whole minute. The share of the day
   * always holds, so others have something left.
   */
  #limitOfVisitor(
    visitor: string,
    policy: KeyPolicy,
    visitor_limit: number,
    { minute, day }: Counts,
  ): { counts: Counts; visitor_minute?: number; visitor_day?: number } | null {
    if (this.#lone !== visitor) this.#lone = this.#lone === undefined ? visitor : null;
    const share = dayShare(policy);
    // The sketch may count too many, and no count is above its limit.
    if ((this.#dayVisitors?.of(visitor) ?? 0) >= share) return { counts: { minute, day: share }, visitor_day: share };
    const visited = this.#visitors.get(visitor) ?? 0;
    const alone = this.#lone === visitor;
    const most = alone ? Math.min(visitor_limit, policy.minute_limit) : minuteShare(policy, visitor_limit);
    if (visited < most) return null;
    return { counts: { minute: visited, day }, visitor_minute: most };
  }

  #countVisitor(visitor: string): void {
    this.#visitors.set(visitor, (this.#visitors.get(visitor) ?? 0) + 1);
    this.#dayVisitors ??= new VisitorCounts();
    this.#dayVisitors.add(visitor);
  }

  /** The current counts of a bucket; the caller may increment them. */
  #countsOf(bucket: Bucket, now: number): BucketCounts {
    if (bucket === "talk") return { minute: this.#minute, day: this.#day };
    const counts = currentCounts(this.#buckets.get(bucket) ?? noCounts(), now);
    this.#buckets.set(bucket, counts);
    return counts;
  }

  #turnWindows(now: number): void {
    const minute = currentCount(this.#minute, now, MINUTE_MS);
    if (minute !== this.#minute) this.#visitors.clear();
    this.#minute = minute;
    const day = currentCount(this.#day, now, DAY_MS);
    if (day !== this.#day) {
      this.#dayVisitors = null;
      this.#lone = undefined;
    }
    this.#day = day;
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
