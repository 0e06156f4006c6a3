import type { SessionEvent } from "../../shared/events.ts";
import type { EndReason } from "../../shared/session.ts";
import type { SessionSignals } from "../objects/org-ledger/lease.ts";

const encoder = new TextEncoder();

/** Events that only a connected session can have: they count as `connected` even if that event was lost. */
const PROVES_CONNECTED: SessionEvent["type"][] = [
  "connected",
  "user_transcript",
  "agent_transcript",
  "tool_call",
  "interrupted",
];
/** Events of a call that has begun, so that a `failed` after them is not believed. A page's heartbeat tells of no call. */
const CONTRADICTS_FAILURE: SessionEvent["type"][] = [...PROVES_CONNECTED, "usage"];
export const ENDS: SessionEvent["type"][] = ["failed", "ended"];
/** Taken also where there is no room for more. */
const ALWAYS_TAKEN: SessionEvent["type"][] = [...ENDS, "page_left"];
const ALLOWED_LATE: SessionEvent["type"][] = ["user_transcript", "agent_transcript", "feedback", "contact"];

/** A page may report `completed` or `visitor_left`; only the service gives other reasons. */
const endReason = (reason: string | undefined): EndReason => (reason === "visitor_left" ? reason : "completed");

/** What a batch means for the lease: the first end in it counts. */
export function sessionSignals(events: SessionEvent[]): SessionSignals {
  const end = events.findIndex(({ type }) => ENDS.includes(type));
  const counted = end === -1 ? events : events.slice(0, end + 1);
  const last = counted.at(-1);
  const left = counted.findLast(({ type }) => type === "page_left");
  const call = counted.find((event) => event.type === "connected" && event.call_id !== undefined);
  return {
    connected: counted.some(({ type }) => PROVES_CONNECTED.includes(type)),
    failed: last?.type === "failed",
    ended: last?.type === "ended" ? endReason(last.reason) : null,
    call_id: call?.type === "connected" ? (call.call_id ?? null) : null,
    late_allowed: events.every(({ type }) => ALLOWED_LATE.includes(type)),
    contradicts: counted.some(({ type }) => CONTRADICTS_FAILURE.includes(type)),
    only_end: events.every(({ type }) => ALWAYS_TAKEN.includes(type)),
    connects: counted.some(({ type }) => type === "connected"),
    ...(left?.type === "page_left" && { left: left.page_id ?? "" }),
    ...sizeOf(events),
  };
}

/** A batch of heartbeats only says no more than the lease already does. */
export const hasContent = (events: SessionEvent[]): boolean => events.some(({ type }) => type !== "heartbeat");

/** Characters that JSON writes as six: what is stored is what counts. */
const ESCAPED = /(?![\b\t\n\f\r])\p{Cc}|\p{Cs}/gu;
const lengthOf = (text: string): number => encoder.encode(text).byteLength + 5 * (text.match(ESCAPED)?.length ?? 0);

/** What an event holds of text; of usage all, since the names of its numbers are the page's own. */
function bytesOf(event: SessionEvent): number {
  if (event.type === "usage") return lengthOf(JSON.stringify(event));
  const { type: _, ...fields } = event;
  return Object.values(fields).reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? lengthOf(value) : 0),
    0,
  );
}

const sizeOf = (events: SessionEvent[]): Pick<SessionSignals, "events" | "bytes" | "contacts"> =>
  hasContent(events)
    ? {
        events: events.length,
        bytes: events.reduce((sum, event) => sum + bytesOf(event), 0),
        contacts: events.filter(({ type }) => type === "contact").length,
      }
    : { events: 0, bytes: 0, contacts: 0 };
