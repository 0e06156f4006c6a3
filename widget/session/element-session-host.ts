import type { SessionErrorCode } from "../errors.ts";
import type { CommandQueue } from "./command-queue.ts";
import type { VoiceSessionOptions } from "./options.ts";
import type { SessionEngine } from "./session-engine.ts";
import type { InputMode } from "./state.ts";

/** A start before it is admitted. `typed`: the visitor has typed something, and will read the answer. */
export interface WantedStart {
  input: InputMode;
  typed: boolean;
}

/** What the session uses of the page around it. */
export interface ElementSessionHost {
  readonly queue: CommandQueue;
  /** Uses the same queue. */
  readonly engine: SessionEngine;
  /** Settles once the owner's settings are loaded or have failed; null if they are loaded. */
  settings(): Promise<void> | null;
  /** Whether the owner's settings and the page let it begin; `wait` until `answerConsent()`. */
  admit(start: WantedStart): Admission;
  /** Whether the visitor is asked before they talk: another tab's call would be taken over. */
  asksFirst(): boolean;
  /** The input of a start that names none. */
  defaultInput(): InputMode;
  /** The options of a start, or why it is impossible. */
  options(start: WantedStart): VoiceSessionOptions | SessionErrorCode;
  /** Loads the code that asks for a person, and takes the command from here. */
  askPerson(): void;
  /** Adds facts about the visitor before a conversation. */
  addContext(pairs: Readonly<Record<string, unknown>>): void;
}
export type Admission = "yes" | "no" | "wait";
