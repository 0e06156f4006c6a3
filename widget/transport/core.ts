import { SessionError, type SessionFault } from "../errors.ts";
import type { Protocol, Transport, TransportEvent, TransportOptions } from "./transport.ts";

/** One connection, however its messages move: what it has come to, and what may happen to it. */
export interface Core {
  /** The vendor listens. */
  ready: boolean;
  closed: boolean;
  /** The vendor's longest duration is over. */
  expired: boolean;
  /** The vendor listens, or why it never will; what comes later means nothing. */
  settle(failure: Error | null, call_id?: string): void;
  emit(event: TransportEvent): void;
  /** What came, as text or as its bytes. */
  read(data: string | ArrayBuffer): void;
  /** The vendor ended it; `orderly` after a goodbye. */
  over(message: string, orderly: boolean, fault?: SessionFault): void;
  close(): void;
}

/** What moves the messages of one connection, and the protocol that they are of. */
export interface Link {
  protocol: Protocol;
  /** Opens the connection. What keeps it from being opened goes to `Core.settle`. */
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
  { emit, unknown }: TransportOptions,
  within_ms: number,
  createLink: (core: Core) => Link,
): Transport {
  const core: Core = {
    ready: false,
    closed: false,
    expired: false,
    settle: () => {},
    emit: (event) => {
      if (!core.closed) emit(event);
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
          core.emit({
            type: "error",
            code: "vendor_failed",
            message: `A message could not be read: ${error}`.slice(0, 500),
          });
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
      core.settle(new Error("The connection was closed before it was made"));
    },
  };
  const { protocol, dial, hangUp, transport: link } = createLink(core);
  const transport = Object.assign(link, protocol, {
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
        dial();
      }),
  });
  return transport;
}
