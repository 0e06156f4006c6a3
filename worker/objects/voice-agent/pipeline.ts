import type { Conversation } from "./conversation.ts";
import type { PaidWork } from "./paid-work.ts";
import type { ResponseParams, Session, TurnDetection } from "./session.ts";
import type { Item, Modality } from "./wire.ts";
import type { Words } from "./words.ts";

/**
 * How an agent of this object hears and answers; `Call` does all of the protocol. There are two: the echo test and
 * Workers AI. A compatible server speaks the protocol itself and needs none.
 */
export interface Pipeline {
  /** Whether only the service sets the settings: then no page can read the instructions or change anything. */
  readonly keepsSettings: boolean;
  /** What a page may have its models do; left out where they cost nothing. */
  readonly paid?: PaidWork;
  recognizer(turns: Turns, position: number): SpeechRecognizer;
  /** Recognises the words of a finished turn; `null` if it does not. Left out if the pipeline never does. */
  recognize?(samples: Int16Array, now: number): Words | null;
  reply(request: ReplyRequest): ReplyStream;
  /** Called when the call is over. */
  close(): void;
}

/** What was said in one turn. */
export interface Heard {
  /** Its words, or a placeholder. */
  text: string;
  /** Its audio, 24 kHz, for a pipeline that needs it again. */
  samples: Int16Array | null;
}

/** Called by the recognizer in `append` and `poll`. Times are milliseconds of all audio of the session. */
export interface Turns {
  started(at: number): void;
  stopped(at: number, heard: Heard): void;
  /** It was not speech. */
  dropped(at: number): void;
}

/** The input audio buffer and turn detection. */
export interface SpeechRecognizer {
  /** Samples of the whole session. */
  readonly position: number;
  /** When `poll` is due without more audio, unix milliseconds; `null` for never. */
  readonly wakeAt: number | null;
  /**
   * @param playing whether the agent's voice may be in the room
   * @throws ClientError when the buffer is full
   */
  append(samples: Int16Array, detection: TurnDetection | null, playing: () => boolean, now: number): void;
  poll(now: number): void;
  /** Takes the whole buffer. @throws ClientError if it holds almost nothing */
  commit(): Heard;
  clear(): void;
}

export interface ReplyRequest {
  /** The items of the conversation that this response may use. */
  items: Item[];
  conversation: Conversation;
  session: Session;
  params: ResponseParams;
  initial_message: string | null;
  modality: Modality;
  /** Unix milliseconds. */
  now: number;
}

/** A part of what is said; `pcm` is 24 kHz mono, or null if there is only text. */
export interface Utterance {
  text: string;
  pcm: Int16Array | null;
}

export interface ToolRequest {
  name: string;
  /** A JSON object. */
  arguments: string;
}

export type ReplyPart =
  | { type: "say"; utterance: Utterance }
  | { type: "call"; request: ToolRequest }
  /** The reply ends here; `cause` is for developers. */
  | { type: "failed"; cause: string };

/** A reply that may still be generated. */
export interface ReplyStream {
  /** The next part, `"pending"` while it is generated, `null` at the end. */
  next(): ReplyPart | "pending" | null;
  /** Cancels the rest. */
  cancel(): void;
  /** Tokens that the model counted; left out if it counted none. */
  readonly usage?: { input_tokens: number; output_tokens: number } | undefined;
}

/** A reply that is complete from the beginning. */
export function wholeReply(parts: ReplyPart[]): ReplyStream {
  let at = 0;
  return { next: () => parts[at++] ?? null, cancel: () => {} };
}
