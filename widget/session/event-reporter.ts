// Long: one queue of events and its one way to the service, before the end and after it.
import type { EventsAccepted, SessionEvent } from "../../shared/events.ts";
import { HEARTBEAT_SECONDS, MAX_EVENTS_PER_REQUEST } from "../../shared/limits.ts";
import { toJson } from "../json.ts";
import { type ApiClient, ApiFailure } from "./api-client.ts";
import type { SessionGrant } from "./session-request.ts";

/** How long an event may wait for others, milliseconds. */
const BATCH_MS = 2_000;
/** Waits between tries, milliseconds; the last one is repeated. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 20_000];
/** The same while no answer comes at all: no request is counted against a limit then. */
const UNREACHABLE_RETRY_MS = 2_000;
/** Without an answer for so long, the connection counts as lost, milliseconds. */
const ANSWER_TIMEOUT_MS = 2_000;
/** How often the last report is tried. */
const LAST_TRIES = 3;
/** Events kept while the service cannot be reached; the oldest are dropped above this. */
const MAX_WAITING = 500;
/** A difference up to this is a slow request and no wrong clock. */
const TOLERATED_MS = 60_000;
/** Below the 64 KiB that browsers send for a page that closes, with room for another report. */
const MAX_BYTES = 30_000;

export interface ReporterEvents {
  answered(session: EventsAccepted["session"]): void;
  /** The service takes no more: it ended the session, does not know it, or refuses the key. */
  refused(failure: ApiFailure): void;
  /** No answer came in time. Tries go on; `answered` follows when one succeeds. */
  unanswered(): void;
}

/** A session event before it has its time; distributes over the union. */
export type SessionReport = SessionEvent extends infer Event
  ? Event extends { at?: unknown }
    ? Omit<Event, "at"> & { at?: number }
    : never
  : never;

/** Reports the events of a session to the service: in batches, repeated until they arrive, with heartbeats in between. */
export class EventReporter {
  readonly #api: ApiClient;
  readonly #session: string;
  /** How wrong this browser's clock is, milliseconds; 0 unless the service would refuse its times. */
  readonly #clockError: number;
  readonly #events: ReporterEvents;
  #queue: SessionEvent[] = [];
  #sending: Promise<void> | null = null;
  /** Aborts the request under way, which is then repeated. */
  #giveUp = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heartbeatTimer: ReturnType<typeof setTimeout> | undefined;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  #sentAt = 0;
  #failures = 0;
  /** How many of the oldest events are sent one by one, since one of them is invalid. */
  #sendSingly = 0;
  /** `flush()` was called while a report was under way. */
  #flushRequested = false;
  #closed = false;

  /** @param session as the service has just opened it */
  constructor(api: ApiClient, session: Pick<SessionGrant, "session_id" | "server_time">, events: ReporterEvents) {
    this.#api = api;
    this.#session = session.session_id;
    const error = Date.now() - session.server_time;
    this.#clockError = Math.abs(error) > TOLERATED_MS ? error : 0;
    this.#events = events;
  }

  /** The conversation is connected: heartbeats from now on. */
  connected(call_id?: string): void {
    this.#add({ type: "connected", ...(call_id && { call_id }) });
    this.#scheduleHeartbeat();
    this.flush();
  }

  report(event: SessionReport): void {
    if (this.#closed) return;
    this.#add(event);
    this.#schedule(BATCH_MS);
  }

  /**
   * Sends a heartbeat if one is due. Call it on every event: timers are throttled in hidden pages.
   * @param due milliseconds since the last one.
   */
  heartbeat(due = HEARTBEAT_SECONDS * 1000 - 500): void {
    const past = Date.now() - this.#sentAt;
    // A clock that was set back says nothing of it.
    if (this.#closed || this.#heartbeatTimer === undefined || (past >= 0 && past < due)) return;
    // A report that waits counts as a heartbeat.
    if (!this.#queue.length && !this.#sending) this.#add({ type: "heartbeat" });
    if (!this.#failures) this.flush();
  }

  /** Sends what waits, now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#flushRequested = this.#sending !== null;
    if (this.#closed || this.#sending || !this.#queue.length) return;
    const batch = this.#take();
    this.#sentAt = Date.now();
    if (this.#heartbeatTimer !== undefined) this.#scheduleHeartbeat();
    this.#giveUp = new AbortController();
    this.#answerTimer = setTimeout(() => this.#events.unanswered(), ANSWER_TIMEOUT_MS);
    this.#sending = this.#send(batch, this.#giveUp.signal).then((failure) => {
      this.#sending = null;
      clearTimeout(this.#answerTimer);
      if (this.#closed) {
        // `finish()` sends it again, with the rest.
        if (failure) this.#queue.unshift(...batch);
        return;
      }
      if (failure) return this.#failed(batch, failure);
      this.#failures = 0;
      if (this.#flushRequested || this.#sendSingly > 0 || this.#queue.length >= MAX_EVENTS_PER_REQUEST) this.flush();
      else if (this.#queue.length) this.#schedule(BATCH_MS);
    });
  }

  /** Asks the service whether the session still runs; waits at most that many milliseconds. */
  async checkSession(limit: number): Promise<void> {
    if (this.#closed) return;
    // Over a connection that is lost the answer may never come.
    if (Date.now() - this.#sentAt > ANSWER_TIMEOUT_MS) this.#giveUp.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, limit);
    });
    await Promise.race([this.#sending, timeout]);
    this.#add({ type: "heartbeat" });
    this.flush();
    await Promise.race([this.#sending, timeout]);
    clearTimeout(timer);
  }

  /**
   * Sends the last report. Resolves when it has arrived, or was given up.
   * @param last `null` when the service ended the session: then it takes only transcripts.
   * @param leaving the page closes: everything is sent before this returns.
   */
  async finish(last: SessionReport | null, leaving = false): Promise<void> {
    if (this.#closed) return;
    this.close();
    if (last) this.#add(last);
    else this.#queue = this.#queue.filter(isTranscript);
    this.#sendSingly = 0;
    const leavingNow: Promise<void>[] = [];
    while (leaving && this.#queue.length) leavingNow.push(this.#sendLast(this.#take()));
    await Promise.all([...leavingNow, this.#sending]);
    while (this.#queue.length) await this.#sendLast(this.#take());
  }

  /** Sends a batch after the end. One that the service does not take is halved, so that a bad event costs only itself. */
  async #sendLast(batch: SessionEvent[]): Promise<void> {
    for (let tries = 1; tries <= LAST_TRIES; tries++) {
      const failure = await this.#send(batch);
      if (!failure || failure.status === 401 || failure.status === 404) return;
      if (failure.status === 409) {
        // After the end the service takes what was said, and nothing else.
        const said = batch.filter(isTranscript);
        if (said.length && said.length < batch.length) await this.#sendLast(said);
        return;
      }
      if (!retryable(failure)) {
        const half = batch.length >> 1;
        if (half) for (const part of [batch.slice(0, half), batch.slice(half)]) await this.#sendLast(part);
        return;
      }
      if (tries < LAST_TRIES) await new Promise((resolve) => setTimeout(resolve, RETRY_MS[tries - 1]));
    }
  }

  /** Nothing is sent any more. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#heartbeatTimer);
    clearTimeout(this.#answerTimer);
  }

  #add(event: SessionReport): void {
    this.#queue.push({ ...event, at: (event.at ?? Date.now()) - this.#clockError } as SessionEvent);
    if (this.#queue.length > MAX_WAITING) this.#queue.shift();
  }

  /** Counted from the last report: the service never waits longer for the next. */
  #scheduleHeartbeat(): void {
    clearTimeout(this.#heartbeatTimer);
    this.#heartbeatTimer = setTimeout(() => {
      this.heartbeat();
      this.#scheduleHeartbeat();
    }, HEARTBEAT_SECONDS * 1000);
  }

  #schedule(milliseconds: number): void {
    if (this.#failures || this.#sending) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), milliseconds);
  }

  #take(): SessionEvent[] {
    if (this.#sendSingly > 0) {
      this.#sendSingly--;
      return this.#queue.splice(0, 1);
    }
    let bytes = 0;
    let count = 0;
    for (const event of this.#queue) {
      // Three bytes at most for a UTF-16 unit.
      bytes += 3 * toJson(event).length;
      if (count > 0 && (bytes > MAX_BYTES || count === MAX_EVENTS_PER_REQUEST)) break;
      count++;
    }
    return this.#queue.splice(0, count);
  }

  async #send(batch: SessionEvent[], signal?: AbortSignal): Promise<ApiFailure | null> {
    try {
      const { session } = await this.#api.report(this.#session, batch, signal);
      if (!this.#closed) this.#events.answered(session);
      return null;
    } catch (error) {
      return error instanceof ApiFailure ? error : new ApiFailure(0, "unreachable", String(error), {});
    }
  }

  #failed(batch: SessionEvent[], failure: ApiFailure): void {
    const { status } = failure;
    // An invalid batch stays invalid: its events are sent one by one, so that only the invalid one is lost.
    const unknown = status === 401 || status === 404;
    const refused = unknown || status === 409;
    if (!retryable(failure) && !refused) {
      if (batch.length > 1) {
        this.#sendSingly = batch.length;
        this.#queue.unshift(...batch);
      }
      this.flush();
      return;
    }
    if (unknown) this.close();
    else this.#queue.unshift(...batch);
    if (refused) {
      this.#events.refused(failure);
      return;
    }
    const backoff = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0;
    const wait = status === 0 ? Math.min(backoff, UNREACHABLE_RETRY_MS) : backoff;
    this.#failures++;
    if (status === 0) this.#events.unanswered();
    this.#timer = setTimeout(() => this.flush(), Math.max(wait, 1000 * Math.min(failure.fault.retry_after ?? 0, 60)));
  }
}

const isTranscript = ({ type }: SessionEvent) => type.endsWith("_transcript");

function retryable({ status }: ApiFailure): boolean {
  return status === 0 || status === 429 || status >= 500;
}
