import type { TransportEvent } from "../transport/transport.ts";
import type { Conversation } from "./conversation.ts";
import type { ReporterEvents } from "./event-reporter.ts";
import { pause } from "./recovery.ts";
import type { SessionConnection } from "./session-connection.ts";
import { isLive } from "./state.ts";

/** The connection works if the vendor sent anything within this time, milliseconds. */
const RECENT_MS = 500;
/**
 * For a vendor that confirms each message at once: after so long a silence the visitor reads "Reconnecting…", and then it
 * is reconnected. Milliseconds.
 */
const SILENT_MS = 2_500;
const DEAD_MS = 6_000;
/** For a vendor that confirms nothing: it may be thinking for so long, milliseconds. */
const THINKING_MS = 20_000;
/** After an outage of this length the connection is replaced even if it answers again, milliseconds. */
const MAX_OUTAGE_MS = 5_000;
/** How often the microphone is checked, milliseconds, and from which loudness on somebody speaks, root mean square. */
const CHECK_MS = 500;
const LOUD = 0.05;
/** No heartbeat is needed within this time after a report, milliseconds. */
const MIN_HEARTBEAT_GAP_MS = 2_000;

interface WatchParts {
  readonly window: Pick<EventTarget, "addEventListener"> | null;
  /** Loudness of the microphone, right now. */
  input(): number;
  /** The connection is lost: another one is opened. */
  lost(message: string): void;
}

/**
 * Notices a connection that is lost though no socket closes, which may take minutes: the browser is offline, heartbeats
 * fail, or the vendor sends nothing. The visitor reads "Reconnecting…" at once; it is reconnected as soon as anybody answers.
 */
export class ConnectionWatch {
  readonly #conversation: Conversation;
  readonly #connection: SessionConnection;
  readonly #parts: WatchParts;
  /** The side that does not answer, and since when, unix milliseconds. */
  #silence: { of: "service" | "vendor"; since: number } | null = null;
  /** The vendor's last message before the service was asked, unix milliseconds: it is asked once for each silence. */
  #askedAfter = 0;

  constructor(conversation: Conversation, connection: SessionConnection, parts: WatchParts) {
    this.#conversation = conversation;
    this.#connection = connection;
    this.#parts = parts;
    const { signal } = conversation;
    parts.window?.addEventListener("offline", () => this.#lost("The browser is offline"), { signal });
    parts.window?.addEventListener("online", () => conversation.flushReports(), { signal });
    const checking = setInterval(() => this.#checkSpeech(), CHECK_MS);
    conversation.closeWithConversation({ close: () => clearInterval(checking) });
  }

  /** Handles the service's answers to reports, and their absence. */
  readonly reports: ReporterEvents = {
    answered: (session) => {
      this.#answered();
      this.#conversation.answered(session);
    },
    refused: (failure) => this.#conversation.refused(failure),
    unanswered: () => {
      if (Date.now() - this.#lastMessageAt > RECENT_MS) this.#showReconnecting("service");
    },
  };

  /** The vendor sent something. */
  received({ type }: TransportEvent): void {
    // These may come without any message of the vendor: sound that came before may still be playing.
    if (type !== "playback" && type !== "reconnecting" && type !== "closed") this.#recovered();
  }

  /** The agent was sent something that it must answer: if the vendor sends nothing after it, the connection is lost. */
  expectAnswer(): void {
    const { transport } = this.#connection;
    if (transport?.lastMessageAt === undefined) return;
    this.#conversation.flushReports();
    const at = Date.now();
    const isSilent = () => transport === this.#connection.transport && (transport.lastMessageAt ?? 0) < at;
    const after = (milliseconds: number, act: () => void) =>
      pause(milliseconds, this.#conversation.signal).then(() => isSilent() && act());
    if (transport.confirms) after(SILENT_MS, () => this.#showReconnecting("vendor"));
    after(transport.confirms ? DEAD_MS : THINKING_MS, () => this.#lost("The voice provider did not answer in time"));
  }

  /** When the vendor's last message came, unix milliseconds. */
  get #lastMessageAt(): number {
    return this.#connection.transport?.lastMessageAt ?? Date.now();
  }

  /** The visitor speaks and the vendor sends nothing. That may be right, so a heartbeat checks whether the service answers. */
  #checkSpeech(): void {
    const at = this.#lastMessageAt;
    if (at === this.#askedAfter || !isLive(this.#conversation.state)) return;
    if (Date.now() - at < RECENT_MS || this.#parts.input() < LOUD) return;
    this.#askedAfter = at;
    this.#conversation.heartbeat(MIN_HEARTBEAT_GAP_MS);
  }

  #showReconnecting(of: "service" | "vendor"): void {
    const { state } = this.#conversation;
    // It is reconnecting already.
    if (!isLive(state) || !this.#connection.transport || this.#silence) return;
    this.#silence = { of, since: Date.now() };
    this.#conversation.dispatch({ type: "reconnecting", active: true });
  }

  #recovered(): void {
    if (!this.#silence) return;
    this.#silence = null;
    if (this.#connection.transport) this.#conversation.dispatch({ type: "reconnecting", active: false });
  }

  #answered(): void {
    if (this.#silence?.of !== "service") return;
    if (Date.now() - this.#silence.since > MAX_OUTAGE_MS) this.#lost("The service did not answer in time");
    else this.#recovered();
  }

  #lost(message: string): void {
    this.#silence = null;
    if (isLive(this.#conversation.state)) this.#parts.lost(message);
  }
}
