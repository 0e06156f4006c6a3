import type { EventsAccepted } from "../../shared/events.ts";
import type { EndReason } from "../../shared/session.ts";
import type { SessionFault } from "../errors.ts";
import type { ApiFailure } from "./api-client.ts";
import type { EventReporter, SessionReport } from "./event-reporter.ts";
import { isLive, type SessionAction, type SessionState } from "./state.ts";
import type { Store } from "./store.ts";
import { TranscriptReport } from "./transcript-report.ts";

/**
 * What all parts of one try at a conversation share: its state, what the service hears of it, what closes with it, and
 * its end. After that nothing changes any more.
 */
export class Conversation {
  readonly #store: Store;
  readonly #abort = new AbortController();
  readonly #closers: (() => void)[] = [];
  /** Gives up what waits for the conversation. */
  readonly #drop: () => void;
  #reporter: EventReporter | null = null;
  /** What happened before the service could be told. */
  #unreported: SessionReport[] = [];
  readonly #transcripts = new TranscriptReport(
    () => ({ transcript: this.state.transcript, live: isLive(this.state), open: this.provisional }),
    (event) => this.report(event),
  );
  #final: Promise<void> | null = null;
  /** Why it failed. */
  failure: string | null = null;
  /** Messages that may still change, or that the agent has not got: the agent's until heard, typed ones until sent. */
  readonly provisional = new Set<string>();
  /** The vendor listened once: the session is charged from then on. */
  connected = false;

  constructor(store: Store, drop: () => void) {
    this.#store = store;
    this.#drop = drop;
  }

  get state(): SessionState {
    return this.#store.state;
  }

  /** Aborts with its end. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get over(): boolean {
    return this.signal.aborted;
  }

  /** The last report on its way, once it is over. */
  get final(): Promise<void> | null {
    return this.#final;
  }

  /** @param earlier what was said in the conversation that this one goes on with: its own session was told. */
  begin(earlier: SessionState["transcript"]): void {
    this.#transcripts.begin(earlier);
  }

  dispatch(fact: SessionAction): void {
    if (this.over) return;
    this.#store.dispatch(fact);
    this.#transcripts.look();
  }

  report(event: SessionReport): void {
    if (this.#reporter) this.#reporter.report(event);
    else this.#unreported.push(event);
  }

  /** From now on the service is told by this. */
  reportBy(reporter: EventReporter): void {
    this.own(reporter, () => {});
    this.#reporter = reporter;
    for (const event of this.#unreported.splice(0)) reporter.report(event);
  }

  /** A sign of life if one is due, or if the last one was that many milliseconds ago. */
  beat(due?: number): void {
    this.#reporter?.beat(due);
  }

  /** Sends now what waits for others, or for another try. */
  hurry(): void {
    this.#reporter?.flush();
  }

  /** Tells the service all that was said, at once: timers and network may stop from now on. */
  flush(): void {
    this.#transcripts.look(false);
    this.#reporter?.flush();
  }

  /** Asks whether the service still holds the session, for at most that many milliseconds. */
  async ask(limit: number): Promise<void> {
    await this.#reporter?.ask(limit);
  }

  /** The vendor listens. */
  stands(call_id: string | undefined): void {
    this.connected = true;
    this.#reporter?.connected(call_id);
  }

  /** Closes it with the conversation, or at once when that is over. */
  own(opened: { close(): void }, close = () => opened.close()): void {
    if (this.over) close();
    else this.#closers.push(close);
  }

  /** The service took a report, and says how the session stands. */
  answered(session: EventsAccepted["session"]): void {
    this.dispatch({ type: "remaining", seconds: session.remaining_seconds });
    if (session.status === "ended") this.end(session.end_reason ?? "operator", null);
  }

  /** The service takes no more of this session. */
  refused(failure: ApiFailure): void {
    if (this.over) return;
    if (failure.status !== 409) {
      this.fail({ ...failure.fault, code: failure.status === 401 ? "unauthorized" : "connection_lost" }, true);
      return;
    }
    const reason = failure.session?.end_reason;
    // Unheard for too long, it was given up, though somebody is still here.
    if (!reason || reason === "visitor_left") this.fail({ ...failure.fault, code: "connection_lost" }, true);
    else this.end(reason, null);
  }

  /**
   * @param last what the service hears at the end; `null` when it ended the session itself.
   * @param leaving the page closes: everything is sent before this returns.
   */
  end(reason: EndReason, last: SessionReport | null = this.#lastReport(reason, "cancelled"), leaving = false): void {
    if (this.over) return;
    this.dispatch({ type: "ended", reason });
    this.#finish(last, leaving);
  }

  /** The page is going for good. */
  leave(): void {
    this.end("visitor_left", this.#lastReport("visitor_left", "visitor_left"), true);
  }

  /** @param known the service ended the session itself. */
  fail(error: SessionFault, known = false): void {
    if (this.over) return;
    this.report({ type: "error", code: error.code, message: error.message.slice(0, 1_000) });
    this.failure = error.code;
    this.dispatch({ type: "failed", error });
    this.#finish(known ? null : this.#lastReport("failed", error.code), false);
  }

  #lastReport(ended: EndReason, failed: string): SessionReport | null {
    return this.connected ? { type: "ended", reason: ended } : { type: "failed", reason: failed };
  }

  /** Without a session there is nobody to tell; if one is still to come, it is given back. */
  #finish(last: SessionReport | null, leaving: boolean): void {
    this.#transcripts.close();
    this.#abort.abort();
    this.#drop();
    for (const closeOne of this.#closers.splice(0).reverse()) closeOne();
    this.#final = this.#reporter?.finish(last, leaving) ?? null;
  }
}
