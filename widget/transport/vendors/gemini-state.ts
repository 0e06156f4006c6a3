import type { WireCall } from "../transport.ts";
import type { ServerMessage } from "./gemini-messages.ts";

/** The visitor's present item. */
export interface Words {
  readonly id: string;
  readonly text: string;
  /** Whether it was emitted. */
  readonly shown: boolean;
  /** Whether it began while the agent's turn ran that is not over yet. */
  readonly over: boolean;
}

/** The calls of one message, by id; of one that the model gave none, by ours. They are answered together, in their order. */
export type Calls = ReadonlyMap<string, Call>;
interface Call {
  readonly id?: string | undefined;
  readonly name: string;
  /** JSON. */
  readonly args: string;
  readonly response?: object;
  /** The call that asked for the same and was not answered yet: this one has its answer, and runs no tool. */
  readonly as?: string | undefined;
}

/** All that decides what the next message means. Gemini sends neither item ids nor an order: both are made here. */
export interface State {
  /** The vendor listens. */
  readonly ready: boolean;
  /** It takes texts as `realtimeInput`, and answers each of them aloud. */
  readonly realtime_text: boolean;
  /** The vendor said that it will hang up. */
  readonly leaving: boolean;
  /**
   * The model's turn: none, none but the end of an interrupted one is still to come, or the one that runs. `generated`: all
   * its sound has come. `cut`: the rest of it must be neither heard nor shown. `followed`: what was said or sent meanwhile may be
   * answered right after it.
   */
  readonly turn: "none" | "trailing" | { readonly generated: boolean; readonly cut: boolean; readonly followed?: true };
  /** Until then, unix milliseconds, `TRAILING_MS` after an interruption, what comes before the end of an interrupted turn is of its answer. */
  readonly trailing: number;
  /** Whether the model owes an answer to something other than speech. */
  readonly asked: boolean;
  /** Whether the next turn must be neither heard nor shown. */
  readonly cut_next: boolean;
  /** Until then, unix milliseconds, the model may answer our request to stop; that answer must not be heard. */
  readonly stopped: number;
  /** How many items were named. */
  readonly items: number;
  /** The newest item of the conversation. */
  readonly last: string | null;
  readonly user: Words | null;
  /** The agent's present item, until its text is complete. */
  readonly agent: { readonly id: string; readonly text: string } | null;
  /** The answer that is over, and until when more of its words are accepted, unix milliseconds: they come by themselves. */
  readonly former: { readonly id: string; readonly text: string; readonly until: number } | null;
  /** Speech without a transcript when the answer to it was over, and until when its transcript is still accepted. */
  readonly wordless: { readonly id: string; readonly text: string; readonly until: number } | null;
  /** The newest item when the model was asked again, since nothing of its answer came: once for each. */
  readonly missed: string | null;
  /** What was to be sent while nothing may be. */
  readonly waiting: readonly object[];
  /** Notes by their subject, not yet sent. */
  readonly notes: ReadonlyMap<string, string>;
  /** Calls without all their results. */
  readonly calls: readonly Calls[];
  /** All calls so far, as they were told, and their ids: one may be told again. */
  readonly called: ReadonlySet<string>;
  /** What the running turn cost so far: the last word on it counts. */
  readonly usage: object | null;
  /** How many turns told their cost. */
  readonly usages: number;
}

/** Nobody can ask and be answered within it. */
export const TRAILING_MS = 500;

/**
 * After the first turn these close the connection at `clientContent`. They take texts as `realtimeInput`, and answer each
 * of them aloud.
 */
const REALTIME_TEXT = /gemini-3\.1-flash-live/;

/** Before the first message. */
export const begin = (model: unknown): State => ({
  ready: false,
  realtime_text: REALTIME_TEXT.test(`${model}`),
  leaving: false,
  turn: "none",
  trailing: 0,
  asked: false,
  cut_next: false,
  stopped: 0,
  items: 0,
  last: null,
  user: null,
  agent: null,
  former: null,
  wordless: null,
  missed: null,
  waiting: [],
  notes: new Map(),
  calls: [],
  called: new Set(),
  usage: null,
  usages: 0,
});

/** What may change the state. */
export type Input =
  | ["message", message: ServerMessage]
  | ["greet", text: string]
  /** The visitor typed. */
  | ["text", id: string, text: string]
  | ["note", text: string, subject: string]
  | ["tool_answer", call_id: string, output: string]
  /** The visitor stops the agent. */
  | ["stop"];

/** What is to be done: a call of the wire; silence now; to say that these and what that silenced were interrupted. */
export type Effect = WireCall | ["silence"] | ["interrupted", ids: readonly string[]];
