import { SessionError, type SessionFault } from "../errors.ts";
import type { Protocol, SpokenSound, Transport, TransportEvent, TransportOptions, WireEvent } from "./transport.ts";

/** One connection, however its messages move: what it has come to, and what may happen to it. */
export interface Core {
  /** The vendor listens. */
  ready: boolean;
  closed: boolean;
  /** The vendor's longest duration is over. */
  expired: boolean;
  /** The vendor listens, or why it never will; what comes later means nothing. */
  settle(failure: Error | null, call_id?: string): void;
  emit(event: WireEvent): void;
  /**
   * The agent is heard from now on: its words are emitted as they are spoken. Those of our own agents are from the visitor's
   * first words on.
   * @param sound `null` where it moves as media
   */
  holdWords(sound: SpokenSound | null): void;
  /** What came, as text or as its bytes. */
  read(data: string | ArrayBuffer): void;
  /** The vendor ended it; `orderly` after a goodbye. */
  over(message: string, orderly: boolean, fault?: SessionFault): void;
  close(): void;
}

/** What moves the messages of one connection, and the protocol that they are of. */
export interface Link {
  protocol: Protocol;
  /** Opens the connection. What keeps it from being opened goes to `Core.settle`; throws where the address is of no use. */
  dial(): void;
  /** Closes all that it opened. */
  hangUp(): void;
  transport: Pick<Transport, "attach" | "hear" | "level" | "connection" | "maxMessageBytes">;
}

/**
 * A transport: a protocol, the link that it speaks over, and what is the same for every link.
 * @param within_ms time limit for the vendor's first message
 */
export function createCore(
  { emit, unknown, loadCaptions, protocol: name }: TransportOptions,
  within_ms: number,
  createLink: (core: Core) => Link,
): Transport {
  const open = (event: WireEvent) => core.closed || emit(event as TransportEvent);
  let take: (event: WireEvent) => void = open;
  const core: Core = {
    ready: false,
    closed: false,
    expired: false,
    settle: () => {},
    emit: (event) => take(event),
    holdWords(sound) {
      let greeting = "";
      let loading: Promise<void> | undefined;
      let playback: WireEvent | undefined;
      take = (event) => {
        const { type, id } = event as { type: string; id?: string };
        if (type === "playback") playback = event;
        // As a vendor's call begins. Of our own agents before the first answer: their call has no bytes left for it until then.
        // What is heard before it has loaded is known from the speaker alone.
        if (!sound || name !== "openai-realtime" || (transport.isAnswering && id !== greeting))
          loading ??= loadCaptions().then(
            ({ caption }) => {
              take = caption(open, sound, core, greeting);
              if (playback) take(playback);
            },
            () => {
              take = open;
            },
          );
        // What waits comes before its interruption.
        if (!/^agent/.test(type) && !(loading && /^in/.test(type))) open(event);
        else if (loading) loading.then(() => take(event));
        // When each character is spoken is of use to captions alone.
        else if (id) {
          greeting = id;
          open(event);
        }
      };
    },
    /** A message that is no JSON object, or that the protocol does not expect, must not end the conversation. */
    read(data) {
      transport.lastMessageAt = Date.now();
      try {
        const message = JSON.parse(typeof data === "string" ? data : new TextDecoder().decode(data));
        if (Object(message) === message && !Array.isArray(message)) protocol.receive(message);
        else unknown("no object");
      } catch (error) {
        if (error instanceof SessionError && !core.ready) core.settle(error);
        // Reported once: a vendor that sends nothing else would flood the reports.
        else if (unknown("unreadable") === 1)
          core.emit({ type: "error", code: "vendor_failed", message: `Unreadable: ${error}` });
      }
    },
    over(message, orderly, fault) {
      if (core.ready) core.emit({ type: "closed", expired: core.expired, orderly, message, fault });
      else core.settle(fault ? new SessionError(fault.code, fault.message) : new Error(message));
      core.close();
    },
    close() {
      if (core.closed) return;
      core.closed = true;
      hangUp();
      core.settle(new Error("The connection was closed"));
    },
  };
  const { protocol, dial, hangUp, transport: link } = createLink(core);
  const transport: Transport & { lastMessageAt: number } = Object.assign(link, protocol, {
    lastMessageAt: Date.now(),
    close: core.close,
    connect: () =>
      new Promise<{ call_id?: string | undefined }>((resolve, reject) => {
        const timer = setTimeout(() => core.settle(new Error("The voice provider did not answer in time")), within_ms);
        core.settle = (failure, call_id) => {
          clearTimeout(timer);
          core.ready = !failure;
          if (!failure) return resolve({ call_id });
          // Closing says that it was closed: only the first word counts.
          reject(failure);
          core.close();
        };
        try {
          dial();
        } catch (error) {
          core.settle(error as Error);
        }
      }),
  });
  return transport;
}
