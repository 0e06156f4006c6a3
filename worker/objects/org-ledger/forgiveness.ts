import { FORGIVEN_SECONDS_AN_HOUR, FREE_FAILURE_SECONDS, FREE_FAILURES_AN_HOUR } from "../../../shared/limits.ts";
import type { Lease, SessionSignals } from "./lease.ts";

/**
 * What a page's word is worth. A page can say that its call never began, began late or broke long ago, and talk all the
 * while. Where our own side sees the calls (`watched`), what it saw decides. Elsewhere each visitor has one minute an
 * hour in which the page is believed, and what goes beyond it is charged.
 */

/** What a visitor's sessions of the last hour were believed. */
export interface Forgiven {
  forgiven_ms: number;
  free_failures: number;
}

export function forgivenIn(sessions: Iterable<Lease>): Forgiven {
  const forgiven = { forgiven_ms: 0, free_failures: 0 };
  for (const { forgiven_ms = 0, free_failure = false } of sessions) {
    forgiven.forgiven_ms += forgiven_ms;
    if (free_failure) forgiven.free_failures += 1;
  }
  return forgiven;
}

/** The name under which a session's visitor is counted. */
export const visitorOf = ({ visitor }: Pick<Lease, "visitor">): string => visitor ?? "";

/** No call can have stood: our own side would have seen it begin. */
const nothingStood = ({ watched, seen_at }: Lease): boolean => watched === true && seen_at === undefined;

const forgivable = (forgiven: Forgiven): number => Math.max(0, FORGIVEN_SECONDS_AN_HOUR * 1000 - forgiven.forgiven_ms);

/** Start or end of the charged time, and the milliseconds that are waived. */
interface Doubt {
  at: number;
  forgiven_ms: number;
}

/** When charging starts for a session that first reports `connected` at `now`. */
export function connectedFrom(lease: Lease, forgiven: Forgiven, now: number): Doubt {
  if (lease.seen_at !== undefined) return { at: lease.seen_at, forgiven_ms: 0 };
  if (nothingStood(lease)) return { at: now, forgiven_ms: 0 };
  const forgiven_ms = Math.min(now - lease.started_at, forgivable(forgiven));
  return { at: lease.started_at + forgiven_ms, forgiven_ms };
}

/**
 * How long our own side saw the call of a session whose page never said anything, in milliseconds at `at`; `null` where it
 * sees no calls.
 */
export function seenFor(lease: Lease, at: number): number | null {
  if (lease.watched !== true) return null;
  const { seen_at, closed_at = at } = lease;
  return seen_at === undefined ? 0 : Math.max(0, Math.min(at, closed_at) - seen_at);
}

/** When charging ends for a connected session that fell silent: last report at `last`, ended at `at`. */
export function silentUntil(lease: Lease, forgiven: Forgiven, last: number, at: number): Doubt {
  if (nothingStood(lease)) return { at: last, forgiven_ms: 0 };
  const { closed_at } = lease;
  if (closed_at !== undefined) return { at: Math.min(at, Math.max(last, closed_at)), forgiven_ms: 0 };
  const forgiven_ms = Math.min(at - last, forgivable(forgiven));
  return { at: at - forgiven_ms, forgiven_ms };
}

/**
 * When charging ends for a session whose page left at `left`, and that no other page has connected by `at`. What the service
 * placed was hung up as the page left.
 */
export function leftUntil(lease: Lease, forgiven: Forgiven, left: number, at: number): Doubt {
  const { places_call, seen_at, last_seen_at = 0, closed_at } = lease;
  if (places_call && last_seen_at < left) return { at: left, forgiven_ms: 0 };
  // Our own side sees it stand.
  if (seen_at !== undefined && closed_at === undefined) return { at, forgiven_ms: 0 };
  return silentUntil(lease, forgiven, left, at);
}

/**
 * Whether a `failed` costs nothing: soon after the start, with nothing that contradicts it, a few times an hour.
 * @returns what is forgiven with it in milliseconds, `null` where it is charged
 */
export function freeFailure(lease: Lease, signals: SessionSignals, forgiven: Forgiven, now: number): number | null {
  const { connected_at, contradicted, seen_at, early_reconnects = 0, reconnects = 0 } = lease;
  const elapsed = now - lease.started_at;
  const begun = signals.connected || signals.contradicts || connected_at !== null || contradicted === true;
  if (begun || seen_at !== undefined || early_reconnects + reconnects > 0) return null;
  if (elapsed > FREE_FAILURE_SECONDS * 1000 || forgiven.free_failures >= FREE_FAILURES_AN_HOUR) return null;
  const forgiven_ms = nothingStood(lease) ? 0 : elapsed;
  return forgiven_ms <= forgivable(forgiven) ? forgiven_ms : null;
}

/** Notes time that is not charged on the page's word alone. */
export function forgive(lease: Lease, ms: number): void {
  if (ms > 0) lease.forgiven_ms = (lease.forgiven_ms ?? 0) + ms;
}
