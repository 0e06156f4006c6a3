import type { WireCall } from "../transport.ts";
import type { AudioFormat, ServerMessage } from "./elevenlabs-messages.ts";

/** One answer of the agent. */
export interface Answer {
  readonly id: string;
  readonly event: number | null;
  readonly text: string;
  /**
   * `open`: may still be interrupted. `cut`: the visitor interrupted it, and its text was not emitted since. `settling`:
   * emitted, and a correction may still come. `short`: emitted as far as it was heard. `whole`: heard, or only written.
   */
  readonly status: "open" | "cut" | "settling" | "short" | "whole";
  /** It came piece by piece, and not yet as a whole. */
  readonly pieces?: boolean;
}

/** All that decides what the next message means. */
export interface State {
  readonly input: AudioFormat;
  /** `null` for a format that this client cannot play. */
  readonly output: AudioFormat | null;
  /** The vendor listens. */
  readonly listens: boolean;
  /** Sent once the vendor listens: text and subject. */
  readonly notes: readonly (readonly [text: string, subject: string])[];
  /** How many items were named. */
  readonly items: number;
  /** The present answer, and those before it that a correction may still be for; the newest first. */
  readonly answers: readonly Answer[];
  /** What the agent owes: nothing, an answer, or the sound of one whose text has come. */
  readonly owes: null | "answer" | "sound";
  /** The sound of this turn. */
  readonly sound: "none" | "playing" | "heard";
  /** Whether the agent ever sent sound. */
  readonly speaks: boolean;
  /** Sound with a lower event id is dropped: it was interrupted. */
  readonly floor: number;
  /** Sound is dropped before `until`, unix milliseconds. `stale`: the text of the stopped answer is still to come. */
  readonly hushed: { readonly until: number; readonly stale: boolean };
  /** After a reconnection the agent greets again, neither heard nor shown: what the visitor typed meanwhile. */
  readonly greeting: readonly string[] | null;
  /** The visitor's item of which only tentative transcripts have come. */
  readonly guessed: string | null;
  /** Typed messages that were sent; some agents return them as transcripts. */
  readonly typed: readonly string[];
  /** The answer whose pieces are coming. */
  readonly writing: string | null;
  /** Pieces of a text of which the whole came first. */
  readonly copy: string | null;
  /** The visitor's newest transcript. */
  readonly heard: { readonly event: number; readonly id: string; readonly text: string } | null;
  /** Tool calls without a result. */
  readonly calls: readonly string[];
  /** All tool calls so far, as they were told: one may be told again. */
  readonly called: readonly string[];
  /** The vendor's last error. */
  readonly error: { readonly type: string; readonly message: string } | null;
}

const PCM_16: AudioFormat = { rate: 16_000, ulaw: false };

/** Before the first message. @param again whether the agent has greeted on an earlier connection */
export const begin = (notes: State["notes"], again: boolean): State => ({
  input: PCM_16,
  output: PCM_16,
  listens: false,
  notes,
  items: 0,
  answers: [],
  owes: null,
  sound: "none",
  speaks: false,
  floor: Number.NEGATIVE_INFINITY,
  hushed: { until: 0, stale: false },
  greeting: again ? [] : null,
  guessed: null,
  typed: [],
  writing: null,
  copy: null,
  heard: null,
  calls: [],
  called: [],
  error: null,
});

/** What may change the state. */
export type Input =
  | ["message", message: ServerMessage]
  /** The visitor typed. */
  | ["text", text: string]
  /** The visitor stops the agent. */
  | ["stop"]
  | ["tool_answer", call_id: string, result: string, failed: boolean]
  /** All sound that came was heard. */
  | ["heard"]
  /** No correction of this answer came in time. */
  | ["uncorrected", id: string]
  /** The agent did not greet again in time. */
  | ["ungreeted"];

/** What is known of the world when an input comes. */
export interface Moment {
  /** Unix milliseconds. */
  readonly now: number;
  /** Whether the agent's sound can be heard. */
  readonly audible: boolean;
  /** Whether sound that was still to be heard was silenced for this input. */
  readonly unheard: boolean;
}

/** What is to be done: a call of the wire, the end after the longest duration, or an input that comes later. */
export type Effect = WireCall | ["over"] | ["later", milliseconds: number, input: Input];
