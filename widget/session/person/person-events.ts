import type { FrameToPage } from "../../../shared/live.ts";
import type { PersonState } from "../../../shared/person.ts";

type SignalFrame = Extract<FrameToPage, { type: "signal" }>;

/** What changes beside the conversation's own state. */
export interface PersonEvents {
  /** Draw anew. */
  changed(): void;
  told(status: PersonState, name: string): void;
  /** A line of the transcript about the person. */
  note(kind: "joined" | "left", name: string): void;
  /** The person has written. */
  written(name: string): void;
  signal(frame: SignalFrame): void;
  /** The socket was lost; the person is found again, after that or on another page. */
  connection(there: boolean): void;
}
