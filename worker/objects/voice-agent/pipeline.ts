import type { Conversation } from "./conversation.ts";
import type { ResponseParams, Session, TurnDetection } from "./session.ts";
import type { Item, Modality } from "./wire.ts";
import type { Words } from "./words.ts";

/**
 * What an agent of this object hears with, and what decides its answers. The frame does all of the protocol. The echo
 * test and Workers AI are two of them; a compatible server speaks the protocol itself, so that it needs no frame.
 */
export interface Pipeline {
  /** The settings are the service's: no page reads the instructions, or changes anything. */
  readonly keepsSettings: boolean;
  recognizer(turns: Turns, position: number): SpeechRecognizer;
  /** Recognises the words of a turn that is over; `null`: it does not. Left out where that is known beforehand. */
  recognize?(samples: Int16Array, now: number): Words | null;
  reply(request: ReplyRequest): ReplyStream;
  /** The call is over. */
  close(): void;
}

/** What was said in one turn. */
export interface Heard {
  /** Its words, or what stands in their place. */
  text: string;
  /** Its sound, 24 kHz, for a pipeline that needs it again. */
  samples: Int16Array | null;
}

/** Told by the recognizer, in `append` and `poll`. Milliseconds of all audio of the session. */
export interface Turns {
  started(at: number): void;
  stopped(at: number, heard: Heard): void;
  /** It was no speech. */
  dropped(at: number): void;
}

/** The input audio buffer, and who has the turn. */
export interface SpeechRecognizer {
  /** Samples of the whole session. */
  readonly position: number;
  /** Unix milliseconds at which `poll` is due without more audio; `null`: never. */
  readonly wakeAt: number | null;
  /**
   * @param playing whether the agent's voice may be in the room
   * @throws ClientError when the buffer is full
   */
  append(samples: Int16Array, detection: TurnDetection | null, playing: () => boolean, now: number): void;
  poll(now: number): void;
  /** Takes all that the buffer holds. @throws ClientError when that is next to nothing */
  commit(): Heard;
  clear(): void;
}

export interface ReplyRequest {
  /** What this response may know of the conversation. */
  items: Item[];
  conversation: Conversation;
  session: Session;
  params: ResponseParams;
  initial_message: string | null;
  modality: Modality;
}

/** A stretch of what is said; `pcm` is 24 kHz mono, or null where there is only text. */
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
  /** Nothing more comes; `cause` is for developers. */
  | { type: "failed"; cause: string };

/** A reply that may still be in the making. */
export interface ReplyStream {
  /** The next part, `"pending"` while it is being made, `null` at the end. */
  next(): ReplyPart | "pending" | null;
  /** Nobody wants the rest. */
  cancel(): void;
  /** Tokens that the model counted; left out where nobody did. */
  readonly usage?: { input_tokens: number; output_tokens: number } | undefined;
}

/** A reply that is known as a whole. */
export function wholeReply(parts: ReplyPart[]): ReplyStream {
  let at = 0;
  return { next: () => parts[at++] ?? null, cancel: () => {} };
}
