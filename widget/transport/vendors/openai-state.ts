import type { ProtocolOptions, ToolCall, WireCall } from "../transport.ts";
import type { ServerEvent } from "./openai-events.ts";

/** All that decides what the next event means; nothing of it is there before the first one. */
export type State = Partial<{
  /**
   * The server takes one answer at a time, so at most one of these is there: the id of the one that is being made; or the
   * `event_id` of our request for one.
   */
  made: string;
  asked: string;
  /** The id of the answer that was done last. */
  over: string;
  /** How many were asked for. */
  asks: number;
  /** Answers to ask for when this one is done. */
  queue: object[];
  /** Answers whose further events must be neither heard nor shown, and whether the next one is such. */
  cut: Set<string>;
  cutNext: boolean;
  /** The server itself cancels its answer when the visitor speaks. */
  cancels: boolean;
  /** What the visitor said so far, by item. */
  said: Map<string, string>;
  /** The visitor's item that is being spoken, not yet committed. */
  spokenItem: string | null;
  /** The agent's items whose text has not come to its end, with what has come of it. */
  unfinished: Map<string, string>;
  /** The calls of the answer that is made, by `call_id`. */
  calls: Map<string, ToolCall>;
  /** Calls whose output the model has not got, in its order, with the answer that asked; `null` while their tools run. */
  unanswered: Map<string, readonly [response: string | undefined, output: string | null]>;
  /** Where sound moves as media: the answer that is being heard. */
  sounding: string | null;
  /** The items of the newest answer, and of the one before while that is being heard, with their answer. */
  items: Map<string, string>;
}>;

/** What may change the state. */
export type Input =
  | readonly ["event", event: ServerEvent]
  | readonly ["greet", text: string]
  /** The visitor typed. */
  | readonly ["text", id: string, text: string]
  | readonly ["note", text: string]
  | readonly ["tool_answer", call_id: string, output: string]
  /** The visitor stops the agent. */
  | readonly ["stop"];

/** What is known of the conversation when an input comes. */
export type Moment = Pick<ProtocolOptions, "interruptions" | "text_only">;

/**
 * What is to be done: a call of the wire; or silence now, to tell the model what of it was heard, and to say that these and what
 * was silenced were interrupted, `cut` even where it is nothing.
 */
export type Effect =
  | WireCall
  | ["hush", silent: boolean]
  | ["expired"]
  | ["silence", unfinished: readonly string[], cut: boolean];
