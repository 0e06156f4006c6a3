import type { ProtocolOptions } from "../transport.ts";
import type * as openai from "./openai-state.ts";
import type { ServerEvent } from "./xai-events.ts";

/** All that decides what the next event means; nothing of it is there before the first one. */
export type State = Partial<{
  /** What these events came to in OpenAI's protocol. */
  openai: openai.State;
  /** The set-up was sent; it was confirmed. */
  configured: boolean;
  opened: boolean;
  /** A greeting that was requested and not yet sent. */
  greeting: string | null;
  /** The answer whose events are arriving. */
  response: string | null;
  /** Whether that answer, or the next one that was requested, was stopped. */
  cut: boolean;
  /** Answers that are over: what still comes of them is neither heard nor shown. */
  over: Set<string>;
  /** Answers whose end has come: from what follows it, only the whole text of the answer is taken. */
  done: Set<string>;
  /** A forced message: sent; the visitor has spoken before anything came of it; or it is not waited for any more. */
  forced: "none" | "sent" | "overtaken" | "dropped";
  /** What is waited for: the last one of so many. */
  wait: number;
  /** The visitor's words by item, until they are complete. */
  heard: Map<string, string>;
  /** Whether the visitor's last words were answered. */
  answered: boolean;
  /** Notes by their subject. */
  notes: Map<string, string>;
}>;

/** What may change the state. */
export type Input =
  | readonly ["event", event: ServerEvent]
  | readonly ["note", text: string, subject: string]
  /** Nothing came for this long of an answer that was stopped, or of one that only the vendor knows: it is over. */
  | readonly ["waited", wait: number, what: "end" | "next"]
  | Exclude<openai.Input, readonly ["event" | "note", ...unknown[]]>;

/** What is known of the conversation when an input comes. */
export type Moment = Pick<ProtocolOptions, "interruptions" | "setup">;

/** What is to be done: also an input that comes later; or to give the call up. */
export type Effect = openai.Effect | ["later", milliseconds: number, input: Input] | ["give_up", message: string];
