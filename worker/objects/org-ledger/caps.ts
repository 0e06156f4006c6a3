import { DAY_MS, dayOf } from "../../../shared/time.ts";
import type { CapNotice } from "./account.ts";
import type { Cap, Lease, LeaseRequest } from "./lease.ts";

const startOfDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/** What a project, key or channel has used of a UTC day; kept only where something of it has a cap. */
export interface DayUsage {
  /** `project:3`, `key:5`, `channel:2`. */
  scope: string;
  day: string;
  /** Sessions started, those that the vendor refused left out. */
  sessions: number;
  /** Credits charged. */
  charged: number;
  /** Caps whose owner was told that day. */
  told: string[];
}

export interface UsageArchive {
  usages(day: string): DayUsage[];
  /** What was charged to the scope since an instant: where nobody counted until now. */
  chargedSince(scope: string, at: number): { sessions: number; charged: number };
}

export const scopesOf = ({ project_id, key_id, channel_id }: LeaseRequest): string[] => [
  `project:${project_id}`,
  `key:${key_id}`,
  ...(channel_id ? [`channel:${channel_id}`] : []),
];

const FIELDS = { credits: "daily_credit_cap", sessions: "daily_session_cap" } as const;

/** Daily caps: what is used, what is left, and which owners were told. Pure; the clock is an argument. */
export class DailyCaps {
  readonly #archive: UsageArchive;
  /** Credits that running sessions have set aside, by scope. */
  readonly #reserved = new Map<string, number>();
  #begins = Number.NaN;
  #day = "";
  #usages = new Map<string, DayUsage>();
  #changed = new Map<string, DayUsage>();
  #notices: CapNotice[] = [];
  /** Charges of this call, which the archive does not have yet. */
  #unstored: { scopes: string[]; charged: number }[] = [];

  constructor(archive: UsageArchive) {
    this.#archive = archive;
  }

  /** A running session has set aside more, or less. */
  reserve(lease: LeaseRequest, credits: number): void {
    for (const scope of scopesOf(lease)) this.#reserved.set(scope, (this.#reserved.get(scope) ?? 0) + credits);
  }

  /** Credits that the caps leave; Infinity where none is set. */
  room(caps: Cap[] | undefined, live: Iterable<Lease>, now: number): number {
    let room = Number.POSITIVE_INFINITY;
    for (const { scope, credits } of caps ?? [])
      if (credits !== null) room = Math.min(room, credits - this.#used(scope, live, now));
    return Math.max(0, room);
  }

  /** The cap that keeps another session from starting, if one does; its owner is told. */
  refusal(caps: Cap[] | undefined, least: number, live: Iterable<Lease>, now: number): CapNotice | null {
    for (const cap of caps ?? []) {
      const usage = this.#usage(cap.scope, live, now);
      if (cap.sessions !== null && usage.sessions >= cap.sessions) return this.#capNotice(cap, "sessions", live, now);
      if (cap.credits !== null && cap.credits - this.#used(cap.scope, live, now) < least)
        return this.#capNotice(cap, "credits", live, now);
    }
    return null;
  }

  opened(lease: LeaseRequest, live: Iterable<Lease>, now: number): void {
    // Asked for before the session counts itself among the live ones.
    for (const { scope } of lease.caps ?? []) this.#usage(scope, live, now);
    this.#count(lease, { sessions: 1 }, now);
  }

  /** It never became a session. */
  released(lease: Lease, now: number): void {
    if (startOfDay(lease.started_at) === startOfDay(now)) this.#count(lease, { sessions: -1 }, now);
  }

  charged(lease: LeaseRequest, credits: number, now: number): void {
    if (credits <= 0) return;
    this.#count(lease, { charged: credits }, now);
    this.#unstored.push({ scopes: scopesOf(lease), charged: credits });
  }

  /** Tells of the caps that are used up. */
  watch(caps: Cap[] | undefined, live: Iterable<Lease>, now: number): void {
    for (const cap of caps ?? []) {
      if (cap.sessions !== null && this.#usage(cap.scope, live, now).sessions >= cap.sessions)
        this.#capNotice(cap, "sessions", live, now);
      if (cap.credits !== null && this.#used(cap.scope, live, now) >= cap.credits)
        this.#capNotice(cap, "credits", live, now);
    }
  }

  drain(): { usages: DayUsage[]; notices: CapNotice[] } {
    const drained = { usages: [...this.#changed.values()], notices: this.#notices };
    this.#changed = new Map();
    this.#notices = [];
    this.#unstored = [];
    return drained;
  }

  #used(scope: string, live: Iterable<Lease>, now: number): number {
    return this.#usage(scope, live, now).charged + (this.#reserved.get(scope) ?? 0);
  }

  #usage(scope: string, live: Iterable<Lease>, now: number): DayUsage {
    this.#turn(now);
    const earlier = this.#usages.get(scope);
    if (earlier) return earlier;
    const since = startOfDay(now);
    const stored = this.#archive.chargedSince(scope, since);
    const fresh = this.#unstored.filter(({ scopes }) => scopes.includes(scope));
    const sessions = stored.sessions + fresh.length;
    const charged = fresh.reduce((sum, one) => sum + one.charged, stored.charged);
    const running = [...live].filter((lease) => lease.started_at >= since && scopesOf(lease).includes(scope));
    const usage = { scope, day: this.#day, sessions: sessions + running.length, charged, told: [] };
    this.#usages.set(scope, usage);
    this.#changed.set(scope, usage);
    return usage;
  }

  #count(lease: LeaseRequest, { sessions = 0, charged = 0 }: Partial<DayUsage>, now: number): void {
    this.#turn(now);
    for (const scope of scopesOf(lease)) {
      const usage = this.#usages.get(scope);
      if (!usage) continue;
      usage.sessions = Math.max(0, usage.sessions + sessions);
      usage.charged += charged;
      this.#changed.set(scope, usage);
    }
  }

  #turn(now: number): void {
    const begins = startOfDay(now);
    if (begins === this.#begins) return;
    this.#begins = begins;
    this.#day = dayOf(now);
    this.#usages = new Map(this.#archive.usages(this.#day).map((usage) => [usage.scope, usage]));
  }

  #capNotice(cap: Cap, kind: keyof typeof FIELDS, live: Iterable<Lease>, now: number): CapNotice {
    const usage = this.#usage(cap.scope, live, now);
    const field = FIELDS[kind];
    const [scope, id] = cap.scope.split(":") as [CapNotice["data"]["scope"], string];
    const notice: CapNotice = {
      key: `cap:${cap.scope}:${field}:${this.#day}`,
      type: "cap.reached",
      project_id: cap.project_id,
      at: now,
      data: {
        scope,
        id: Number(id),
        cap: field,
        limit: cap[kind] ?? 0,
        used: kind === "sessions" ? usage.sessions : this.#used(cap.scope, live, now),
        day: this.#day,
        reopens_at: startOfDay(now) + DAY_MS,
      },
    };
    if (!usage.told.includes(field)) {
      usage.told = [...usage.told, field];
      this.#changed.set(cap.scope, usage);
      this.#notices.push(notice);
    }
    return notice;
  }
}
