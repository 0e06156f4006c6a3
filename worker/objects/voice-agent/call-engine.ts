import type { ClientError } from "./client-error.ts";

/** The engine of a call, which the object drives. Times are unix milliseconds. */
export interface CallEngine {
  /** The page has connected. */
  open(): void;
  /** Takes a message of the page. */
  receive(message: string | ArrayBuffer, now: number): void;
  /** Takes what the service itself tells the agent, which it does not answer. @returns whether the agent has it */
  note(text: string, now: number): boolean;
  /** Does what is due. */
  advance(now: number): void;
  /** When `advance` is due without a message; `null` for never. */
  readonly wakeAt: number | null;
  /** Samples of audio received in the whole call, even after the object lost its memory. */
  readonly position: number;
  refuse(error: ClientError): void;
  /** The call is over: closes all connections. */
  close(): void;
}

/** What an engine needs of the object. */
export interface CallHost {
  /** Something came that `advance` takes up. */
  requestAdvance(): void;
  /** The other end is gone: the call is over. */
  over(code: number, reason: string): void;
}
