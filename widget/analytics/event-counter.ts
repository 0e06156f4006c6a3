import type { AnalyticsEvents } from "../../shared/analytics.ts";
import { MAX_EVENTS_PER_REQUEST } from "../../shared/limits.ts";
import { microphoneFaultOf } from "../session/selectors.ts";
import { isLive, type SessionState } from "../session/state.ts";

type AnalyticsEvent = AnalyticsEvents["events"][number];
export type CountedEvent = Pick<AnalyticsEvent, "name" | "properties">;

/** Milliseconds that an event may wait for others. */
const BATCH_MS = 5_000;
/** After the page closes, events that follow from it (a call that ends) are sent at once for so long, milliseconds. */
const GOING_MS = 1_000;

/** The events to count when one state follows another. Nothing that was said is counted. */
export function countedEvents(before: SessionState, after: SessionState): CountedEvent[] {
  const list: CountedEvent[] = [];
  if (!isLive(before) && isLive(after)) list.push({ name: "connected", properties: { input: after.input } });
  const denied = microphoneFaultOf(after) === "microphone_denied";
  if (denied && microphoneFaultOf(before) !== "microphone_denied") list.push({ name: "mic_denied" });
  if (after.status === before.status) return list;
  if (after.status === "error" && !isLive(before))
    list.push({ name: "failed", properties: { code: after.error.code } });
  else if (after.status === "error") list.push({ name: "ended", properties: { reason: "failed" } });
  if (after.status === "ended") list.push({ name: "ended", properties: { reason: after.reason } });
  return list;
}

/** What the counter uses of the panel, read anew each time. */
export interface EventCounterHost {
  /** `later` while the owner's settings or the visitor's consent are awaited. */
  permission(): "yes" | "no" | "later";
  page(): string;
  /** The browser's id if it has one; none is made for counting. */
  visitorId(): string | undefined;
  send(events: AnalyticsEvent[]): void;
}

/**
 * Counts what visitors do, and sends it in batches. Nothing is sent before the visitor has used the widget, except when the
 * page closes, and nothing before their consent where the owner asks for it.
 */
export class EventCounter {
  readonly #host: EventCounterHost;
  #waiting: AnalyticsEvent[] = [];
  #begun = false;
  #leftAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: EventCounterHost) {
    this.#host = host;
  }

  /** @param at unix milliseconds */
  count({ name, properties }: CountedEvent, at = Date.now()): void {
    this.#begun ||= name !== "impression";
    this.#waiting.push({ name, at, page: this.#host.page(), ...(properties && { properties }) });
    if (this.#waiting.length > MAX_EVENTS_PER_REQUEST) this.#waiting.shift();
    if (Date.now() - this.#leftAt < GOING_MS) this.flush();
    else if (this.#begun) this.#timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  /** Sends the waiting events, if they may be sent. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const permission = this.#host.permission();
    if (permission === "later" || !this.#waiting.length) return;
    const events = this.#waiting.splice(0);
    if (permission === "no") return;
    const visitor_id = this.#host.visitorId();
    this.#host.send(visitor_id ? events.map((event) => ({ ...event, visitor_id })) : events);
  }

  /** The page is hidden; `gone`: it closes. */
  leave(gone: boolean): void {
    if (gone) this.#leftAt = Date.now();
    if (this.#begun || gone) this.flush();
  }
}
