import type { ClientError } from "./client-error.ts";

/** One side of a call, as the object drives it. Times are unix milliseconds. */
export interface CallEngine {
  /** The page has come. */
  open(): void;
  /** A message of the page. */
  receive(message: string | ArrayBuffer, now: number): void;
  /** Does what is due. */
  advance(now: number): void;
  /** When it wants to be advanced without a message; `null`: not at all. */
  readonly wakeAt: number | null;
  /** Samples of audio received, which outlive the object's memory. */
  readonly position: number;
  refuse(error: ClientError): void;
  /** The call is over: whatever it holds open is closed. */
  close(): void;
}

/** What an engine asks of the object. */
export interface CallHost {
  /** Something came that `advance` takes up. */
  wake(): void;
  /** The other end is gone; nothing more will come. */
  over(code: number, reason: string): void;
}
