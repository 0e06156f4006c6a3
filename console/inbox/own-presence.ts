import type { InboxFrame } from "../../shared/live.ts";
import type { Chosen } from "./inbox-model.ts";

/** How often a visitor's page hears that somebody is still typing, and after which silence that nobody is. */
const REPEAT_MS = 3_000;
const STILL_MS = 4_000;

/** What a visitor sees of this person besides words: that they are typing, and what they have read. */
export class OwnPresence {
  readonly #send: (frame: InboxFrame) => boolean;
  #typing: { session_id: string; told_at: number } | null = null;
  #timer: number | undefined;
  #seen = "";

  constructor(send: (frame: InboxFrame) => boolean) {
    this.#send = send;
  }

  /** @param text what stands in the field now */
  typed(session_id: string, text: string): void {
    if (text === "") {
      this.still();
      return;
    }
    if (this.#typing?.session_id !== session_id) this.still();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.still(), STILL_MS);
    const now = Date.now();
    if (this.#typing && now - this.#typing.told_at < REPEAT_MS) return;
    if (this.#send({ type: "typing", session_id, on: true })) this.#typing = { session_id, told_at: now };
  }

  /** The person has stopped typing, or has sent the text. */
  still(): void {
    clearTimeout(this.#timer);
    if (this.#typing) this.#send({ type: "typing", session_id: this.#typing.session_id, on: false });
    this.#typing = null;
  }

  /** The newest line of the visitor counts as read while somebody looks at it. */
  reads({ session_id, lines }: Chosen): void {
    const newest = lines.findLast(({ role }) => role === "user");
    if (!newest || newest.id === this.#seen || document.visibilityState !== "visible" || !document.hasFocus()) return;
    if (this.#send({ type: "seen", session_id, id: newest.id })) this.#seen = newest.id;
  }
}
