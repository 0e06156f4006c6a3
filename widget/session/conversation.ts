import type { EventsAccepted } from "../../shared/events.ts";
import type { EndReason } from "../../shared/session.ts";
import type { SessionFault } from "../errors.ts";
import type { ApiFailure } from "./api-client.ts";
import type { EventReporter, SessionReport } from "./event-reporter.ts";
import { reduce, type SessionAction } from "./reduce.ts";
import { IDLE, isLive, type SessionState } from "./state.ts";
import { TranscriptReport } from "./transcript-report.ts";

/**
 * What all parts of one conversation share: its state, its reports to the service, what must be closed with it, and its
 * end, after which nothing changes any more.
 */
export class Conversation {
  readonly #changed: (state: SessionState) => void;
  readonly #abort = new AbortController();
  readonly #opened: { close(): void }[] = [];
  /** Drops the commands that wait for the conversation. */
  readonly #dropCommands: () => void;
  /** It is the conversation's own, also after its end. */
  state: SessionState = IDLE;
  #reporter: EventReporter | null = null;
  /** Reports from before there was a reporter. */
  #unreported: SessionReport[] = [];
  readonly #transcripts = new TranscriptReport(
    () => ({ transcript: this.state.transcript, live: isLive(this.state), open: this.provisional }),
    (event) => this.report(event),
  );
  #sendingLast: Promise<void> | null = null;
  /** Why it failed. */
  failure: string | null = null;
  /** Ids of the agent's messages that may still change, until they were heard. */
  readonly provisional = new Set<string>();
  /** The vendor has listened once: the session is charged from then on. */
  connected = false;

  /**
   * The page is going for good. Replaced while a person is asked for or there: the session waits for the next page then.
   * @param page_id its name, where it leaves the session to the next page
   */
  leave = (page_id?: string): void => {
    const final = this.#finalEvent("visitor_left", "visitor_left");
    this.end("visitor_left", page_id && this.connected ? { type: "page_left", page_id } : final, true);
  };

  /** @param changed called with each of its states; must not throw */
  constructor(changed: (state: SessionState) => void, dropCommands: () => void) {
    this.#changed = changed;
    this.#dropCommands = dropCommands;
  }

  /** Aborts with its end. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get over(): boolean {
    return this.signal.aborted;
  }

  /** A person has taken it over, so the service has hung up the agent. */
  get withPerson(): boolean {
    return isLive(this.state) && this.state.answered?.handled_by === "person";
  }

  /** Settles when the last report has been sent; null before the end. */
  get lastReport(): Promise<void> | null {
    return this.#sendingLast;
  }

  /** @param earlier what was said in the conversation that this one continues: it was reported for its own session. */
  begin(earlier: SessionState["transcript"]): void {
    this.#transcripts.begin(earlier);
  }

  dispatch(action: SessionAction): void {
    if (this.over) return;
    const next = reduce(this.state, action);
    if (next !== this.state) {
      this.state = next;
      this.#changed(next);
    }
    this.#transcripts.update();
  }

  report(event: SessionReport): void {
    if (this.#reporter) this.#reporter.report(event);
    else this.#unreported.push(event);
  }

  /** Reports go to the service through this from now on, first those that waited. */
  setReporter(reporter: EventReporter): void {
    this.#reporter = reporter;
    for (const event of this.#unreported.splice(0)) reporter.report(event);
  }

  /** Gives its session back to the service: it goes on with another one. */
  release(): void {
    void this.#reporter?.finish(this.#finalEvent("visitor_left", "cancelled"));
    this.#reporter = null;
    this.connected = false;
  }

  /** Sends a heartbeat if one is due, or if the last report was sent that many milliseconds ago. */
  heartbeat(due?: number): void {
    this.#reporter?.heartbeat(due);
  }

  /** Sends waiting reports now. */
  flushReports(): void {
    this.#reporter?.flush();
  }

  /** Reports all that was said, at once: timers and network may stop from now on. */
  reportAll(): void {
    this.#transcripts.update(false);
    this.#reporter?.flush();
  }

  /** Asks the service whether the session still runs; waits at most that many milliseconds. The answer ends it if it does not. */
  async checkSession(limit: number): Promise<void> {
    await this.#reporter?.checkSession(limit);
  }

  /** The vendor listens. */
  markConnected(call_id: string | undefined): void {
    this.connected = true;
    this.#reporter?.connected(call_id);
  }

  /** Closes it when the conversation ends, or at once if it has ended. */
  closeWithConversation(opened: { close(): void }): void {
    if (this.over) opened.close();
    else this.#opened.push(opened);
  }

  /** The service took a report and answered with the state of the session. */
  answered(session: EventsAccepted["session"]): void {
    this.dispatch({ type: "answered", session });
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
    // No report came for too long, so the service gave the session up, though the visitor is still here.
    if (!reason || reason === "visitor_left")
      this.fail({ ...failure.fault, code: "connection_lost", slept: true }, true);
    else this.end(reason, null);
  }

  /**
   * @param last the last report; `null` when the service ended the session itself.
   * @param leaving the page closes: everything is sent before this returns.
   */
  end(reason: EndReason, last: SessionReport | null = this.#finalEvent(reason, "cancelled"), leaving = false): void {
    if (!this.over) this.#finish({ type: "ended", reason }, last, leaving);
  }

  /** @param known the service ended the session itself. */
  fail(error: SessionFault, known = false): void {
    if (this.over) return;
    this.report({ type: "error", code: error.code, message: error.message.slice(0, 1_000) });
    this.failure = error.code;
    this.#finish({ type: "failed", error }, known ? null : this.#finalEvent("failed", error.code), false);
  }

  #finalEvent(ended: EndReason, failed: string): SessionReport | null {
    return this.connected ? { type: "ended", reason: ended } : { type: "failed", reason: failed };
  }

  /**
   * Everything is over before a listener learns of the end: it may begin the next conversation.
   * Without a session there is nothing to report; one that is still being opened is given back by `ActiveSession`.
   */
  #finish(action: SessionAction, last: SessionReport | null, leaving: boolean): void {
    this.state = reduce(this.state, action);
    this.#transcripts.update();
    this.#transcripts.close();
    this.#abort.abort();
    this.#dropCommands();
    for (const opened of this.#opened.splice(0).reverse()) opened.close();
    this.#sendingLast = this.#reporter?.finish(last, leaving) ?? null;
    this.#changed(this.state);
  }
}
