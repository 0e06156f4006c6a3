import type { TransportEvent } from "../transport/transport.ts";
import type { Conversation } from "./conversation.ts";
import type { ReporterEvents } from "./event-reporter.ts";
import type { SessionConnection } from "./session-connection.ts";
import { isLive } from "./state.ts";

/** What the vendor said so long ago at most, milliseconds, says that the line stands. */
const RECENT_MS = 500;
/** A vendor that confirms each message at once, and does not: the visitor is told, and then the line is made anew. */
const SILENT_MS = 2_500;
const DEAD_MS = 6_000;
/** The same for a vendor that confirms nothing: it may be thinking. */
const THINKING_MS = 20_000;
/** A line that nobody could use for so long is not trusted any more, milliseconds. */
const LONG_MS = 5_000;
/** How often the microphone is looked at, and how loud it is when somebody speaks, root mean square. */
const LOOK_MS = 500;
const LOUD = 0.05;
/** A report that went out so short a time ago needs no other one, milliseconds. */
const ENOUGH_MS = 2_000;

interface WatchParts {
  readonly window: Pick<EventTarget, "addEventListener"> | null;
  /** Loudness of the microphone, looked at anew each time. */
  input(): number;
  /** The line is of no use: another one is made. */
  lost(message: string): void;
}

/**
 * Notices a line that is gone without a word: the browser is offline, signs of life fail, the vendor says nothing. A
 * socket may stand for minutes then. The visitor reads that it is being mended; it is, as soon as somebody answers.
 */
export class ConnectionWatch {
  readonly #conversation: Conversation;
  readonly #connection: SessionConnection;
  readonly #parts: WatchParts;
  /** Who does not answer, and since when, unix milliseconds. */
  #silence: { of: "service" | "vendor"; since: number } | null = null;
  /** When the vendor was last heard before the service was asked, unix milliseconds: once for each silence. */
  #asked = 0;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(conversation: Conversation, connection: SessionConnection, parts: WatchParts) {
    this.#conversation = conversation;
    this.#connection = connection;
    this.#parts = parts;
    const { signal } = conversation;
    parts.window?.addEventListener("offline", () => this.#lost("The browser is offline"), { signal });
    parts.window?.addEventListener("online", () => conversation.hurry(), { signal });
    const look = setInterval(() => this.#look(), LOOK_MS);
    conversation.own({
      close: () => {
        clearInterval(look);
        for (const timer of this.#timers) clearTimeout(timer);
      },
    });
  }

  /** What the service's answers mean, and that there is none. */
  readonly reports: ReporterEvents = {
    answered: (session) => {
      this.#answered();
      this.#conversation.answered(session);
    },
    refused: (failure) => this.#conversation.refused(failure),
    unheard: () => {
      if (Date.now() - this.#heard > RECENT_MS) this.#warn("service");
    },
  };

  /** The line moves. */
  heard({ type }: TransportEvent): void {
    // Sound that came before may still be playing.
    if (type !== "playback" && type !== "reconnecting" && type !== "closed") this.#calm();
  }

  /** The agent was told something that it answers: a vendor that says nothing to it is not there. */
  asked(): void {
    const { transport } = this.#connection;
    if (transport?.heard === undefined) return;
    this.#conversation.hurry();
    const at = Date.now();
    const isSilent = () => transport === this.#connection.transport && (transport.heard ?? 0) < at;
    if (transport.confirms) this.#later(SILENT_MS, () => isSilent() && this.#warn("vendor"));
    this.#later(transport.confirms ? DEAD_MS : THINKING_MS, () => isSilent() && this.#lost("The vendor says nothing"));
  }

  /** When the vendor was heard last, unix milliseconds. */
  get #heard(): number {
    return this.#connection.transport?.heard ?? Date.now();
  }

  /** Somebody speaks and the vendor says nothing to it: that may be right, so the service is asked. */
  #look(): void {
    const heard = this.#heard;
    if (heard === this.#asked || !isLive(this.#conversation.state)) return;
    if (Date.now() - heard < RECENT_MS || this.#parts.input() < LOUD) return;
    this.#asked = heard;
    this.#conversation.beat(ENOUGH_MS);
  }

  #warn(of: "service" | "vendor"): void {
    const { state } = this.#conversation;
    // Another line is being made already.
    if (!isLive(state) || !this.#connection.transport || this.#silence) return;
    this.#silence = { of, since: Date.now() };
    this.#conversation.dispatch({ type: "reconnecting", active: true });
  }

  #calm(): void {
    if (!this.#silence) return;
    this.#silence = null;
    if (this.#connection.transport) this.#conversation.dispatch({ type: "reconnecting", active: false });
  }

  #answered(): void {
    if (this.#silence?.of !== "service") return;
    if (Date.now() - this.#silence.since > LONG_MS) this.#lost("Nobody could be reached for a while");
    else this.#calm();
  }

  #lost(message: string): void {
    this.#silence = null;
    if (!isLive(this.#conversation.state) || !this.#connection.transport) return;
    this.#connection.transport.close();
    this.#parts.lost(message);
  }

  #later(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, milliseconds);
    this.#timers.add(timer);
  }
}
