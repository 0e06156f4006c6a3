import type { LiveMessage } from "../../../shared/live.ts";
import { LENGTHS } from "../../../shared/text-lengths.ts";
import type { Conversation } from "../conversation.ts";
import { newId } from "../session-connection.ts";

/** What the visitor has written to the person. */
interface OwnLine {
  readonly id: string;
  readonly text: string;
  sent: boolean;
  /** The service has sent it back. */
  kept: boolean;
}

/** For a line whose person has no name: lines without one are reported as the agent's conversation. */
const UNNAMED = "–";

/** Spaces and control characters, which the service may take out. */
const bare = (text: string): string => text.replace(/[\s\p{C}]+/gu, "");

/**
 * The lines that visitor and person write. The service keeps them, and sends all of them again at each opening of the
 * socket; what the agent and the visitor said to each other this page knows itself.
 */
export class PersonLines {
  readonly #conversation: Conversation;
  readonly #send: (text: string) => boolean;
  #own: OwnLine[] = [];
  /** The service's ids of lines that are shown. */
  readonly #known = new Set<string>();
  /** Texts, bare, of lines that another page of this conversation has written. */
  readonly #elsewhere = new Set<string>();
  /** The service's id of the visitor's last line. */
  lastOwn: string | null = null;
  /** The id of the person's last line. */
  lastTheirs: string | null = null;

  constructor(conversation: Conversation, send: (text: string) => boolean) {
    this.#conversation = conversation;
    this.#send = send;
  }

  /** Shows what the visitor writes, which is still to be sent; in parts where it is longer than the service takes. */
  write(text: string, person: string): void {
    const symbols = [...text];
    for (let at = 0; at < symbols.length; at += LENGTHS.personMessage) {
      const part = symbols.slice(at, at + LENGTHS.personMessage).join("");
      const line: OwnLine = { id: `p.${newId()}`, text: part, sent: false, kept: false };
      this.#own.push(line);
      this.lastOwn = null;
      this.#show(line, person, true);
    }
  }

  /** Whether another page of this conversation has written it, and the service has kept it. */
  isKept(text: string): boolean {
    return this.#elsewhere.has(bare(text));
  }

  /** Sends what was not sent yet. */
  sendWaiting(): void {
    for (const line of this.#own) if (!line.sent) line.sent = this.#send(line.text);
  }

  /** The socket was lost: what the service has not sent back may not have reached it. */
  unconfirm(): void {
    for (const line of this.#own) if (!line.kept) line.sent = false;
  }

  /** A line of the service. @returns whether it is a new one of the person's */
  receive({ id, role, name = "", text, at }: LiveMessage, person: string): boolean {
    if (role === "agent" || this.#known.has(id)) return false;
    this.#known.add(id);
    const { transcript } = this.#conversation.state;
    if (role === "person") {
      this.lastTheirs = id;
      if (transcript.some((message) => message.id === id)) return false;
      this.#conversation.dispatch({
        type: "message",
        id,
        role,
        text,
        final: true,
        at,
        person: name || person || UNNAMED,
      });
      return true;
    }
    const own = this.#own.find((line) => !line.kept && bare(line.text) === bare(text));
    if (own) {
      own.kept = own.sent = true;
      this.lastOwn = id;
      this.#show(own, person, false);
    } else if (!transcript.some((message) => message.role === "user" && bare(message.text) === bare(text))) {
      this.#elsewhere.add(bare(text));
      this.lastOwn = id;
      this.#conversation.dispatch({ type: "message", id, role, text, final: true, at, person: person || UNNAMED });
    }
    return false;
  }

  /** The service has not taken the oldest line that it was sent. */
  refused(): void {
    this.#own = this.#own.filter((line) => line !== this.#own.find(({ sent, kept }) => sent && !kept));
  }

  /** Takes back what never reached the person. @returns the texts */
  takeBack(): string[] {
    const left = this.#own.filter(({ kept }) => !kept);
    this.#own = [];
    for (const { id } of left)
      this.#conversation.dispatch({ type: "message", id, role: "user", text: "", final: true, at: Date.now() });
    return left.map(({ text }) => text);
  }

  #show({ id, text }: OwnLine, person: string, unsent: boolean): void {
    const message = { type: "message", id, role: "user", text, final: true, at: Date.now() } as const;
    this.#conversation.dispatch({ ...message, person: person || UNNAMED, ...(unsent && { unsent }) });
  }
}
