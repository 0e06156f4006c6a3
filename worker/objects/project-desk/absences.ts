import type { FrameToPage } from "../../../shared/live.ts";
import { type Actor, actorName } from "../../actor.ts";
import type { Lease } from "../org-ledger/lease.ts";
import { personFrame, secondsWith } from "./conversation.ts";
import type { Conversations } from "./conversations.ts";
import { type Due, nextDue } from "./deadlines.ts";
import type { DeskOutside } from "./outside.ts";
import type { Conversation, DeskAnswer, DeskFact } from "./rpc.ts";
import type { SessionViews } from "./session-views.ts";
import type { DeskSockets } from "./sockets.ts";

/** Who is there and who is not, and what follows when somebody stays away. Only the clock causes it. */
export class Absences {
  readonly #conversations: Conversations;
  readonly #views: SessionViews;
  readonly #sockets: DeskSockets;
  readonly #outside: DeskOutside;

  constructor(conversations: Conversations, views: SessionViews, sockets: DeskSockets, outside: DeskOutside) {
    this.#conversations = conversations;
    this.#views = views;
    this.#sockets = sockets;
    this.#outside = outside;
  }

  /** What time alone does. @returns when the next of it is due, unix milliseconds */
  async advance(now: number): Promise<number> {
    for (const { session_id } of [...this.#conversations.all().values()])
      for (;;) {
        const one = this.#conversations.get(session_id);
        const due = one && nextDue(one);
        if (!one || !due || due.at > now) break;
        await this.#fallDue(one, due.what, now);
      }
    return this.due();
  }

  due(): number {
    const silent = this.#sockets.silentTimes();
    /** When it is to be looked whether the person is still there. */
    const silentAt = ({ from_inbox, person_gone_at, holder }: Conversation) =>
      from_inbox && person_gone_at === null ? (silent.get(holder ?? "") ?? Infinity) : Infinity;
    const conversations = [...this.#conversations.all().values()];
    return Math.min(Infinity, ...conversations.map((one) => Math.min(nextDue(one)?.at ?? Infinity, silentAt(one))));
  }

  /** After a restart of this object: a killed runtime closes its sockets without an event. */
  look(now: number): void {
    const there = new Set(this.#sockets.inboxes().map(({ owner }) => actorName(owner.actor)));
    for (const one of [...this.#conversations.all().values()]) {
      if (one.handled_by !== "person") continue;
      const page_gone = this.#sockets.pages(one.session_id).length === 0;
      const person_gone = one.from_inbox && !there.has(one.holder ?? "");
      if (!page_gone && !person_gone) continue;
      const page_gone_at = one.page_gone_at ?? (page_gone ? now : null);
      const person_gone_at = one.person_gone_at ?? (person_gone ? now : null);
      this.#conversations.keep({ ...one, page_gone_at, person_gone_at });
    }
  }

  /** A socket of the page opened, or the last one closed. */
  pagePresent(session_id: string, present: boolean, now: number): void {
    const one = this.#conversations.get(session_id);
    if (one) this.#conversations.keep({ ...one, page_gone_at: present ? null : (one.page_gone_at ?? now) });
  }

  /** An inbox of this actor opened, or the last one closed. */
  actorPresent(actor: Actor, present: boolean, now: number): void {
    for (const one of this.#conversations.all().values()) {
      if (one.holder !== actorName(actor) || !one.from_inbox) continue;
      this.#conversations.keep({ ...one, person_gone_at: present ? null : (one.person_gone_at ?? now) });
      if (present) this.returned(one.session_id);
    }
  }

  /** The person is there again. */
  returned(session_id: string): void {
    const one = this.#conversations.get(session_id);
    if (!one?.told_gone) return;
    this.#conversations.keep({ ...one, told_gone: false });
    this.#sockets.toPage(session_id, personFrame({ ...one, told_gone: false }));
  }

  async #fallDue(one: Conversation, what: Due["what"], now: number): Promise<void> {
    switch (what) {
      case "person_gone":
        this.#conversations.keep({ ...one, told_gone: true });
        this.#sockets.toPage(one.session_id, { type: "person", status: "waiting" });
        return;
      case "give_back":
        await this.giveBack(one, now, null);
        return;
      case "visitor_gone":
        await this.#outside.end(one, "visitor_left");
        // Unless the ledger's own word of the end came first.
        if (this.#conversations.all().has(one.session_id)) {
          this.#conversations.note(one, now, {
            event: null,
            counts: { seconds: secondsWith(one, one.page_gone_at ?? now) },
          });
          this.#conversations.drop(one.session_id);
        }
        return;
      case "nobody_came":
        await this.#missed(one, now);
    }
  }

  async #missed(one: Conversation, now: number): Promise<void> {
    const { session_id } = one;
    // The agent is told first, then gets the conversation: a report between the two would otherwise bring it nothing.
    await this.#outside.whisper(one, this.#outside.nobodyCame);
    const handed = await this.#outside.handOver(one, "agent");
    // Somebody may have joined in this very moment; the ledger heard of that last.
    if (this.#conversations.get(session_id)?.handled_by !== "waiting") return;
    this.#conversations.drop(session_id);
    if (!handed.ok) return;
    this.#conversations.note(one, now, {
      event: { type: "person_missed" },
      counts: { missed: 1 },
      webhook: "person.missed",
    });
    this.#agentGoesOn(handed.lease, { type: "person", status: "missed" });
  }

  /** Gives the conversation back to the agent. */
  async giveBack(one: Conversation, now: number, audit: DeskFact["audit"]): Promise<DeskAnswer<{ lease: Lease }>> {
    const { session_id, person, holder, joined_at } = one;
    const name = person?.name ?? "";
    const handed = await this.#outside.handOver(one, "agent");
    // It may have been given back twice at once: the first has done all of it, and somebody else may have joined since.
    const has = this.#conversations.get(session_id);
    const still = has?.holder === holder && has.joined_at === joined_at;
    if (still) this.#conversations.drop(session_id);
    if (!handed.ok) return { ok: false, error: "conversation_over" };
    if (!still) return { ok: false, error: "not_joined" };
    this.#conversations.note(one, now, {
      event: { type: "person_left", name },
      counts: { seconds: secondsWith(one, now) },
      audit,
    });
    this.#agentGoesOn(handed.lease, { type: "person", status: "left", name });
    return { ok: true, lease: handed.lease };
  }

  /** Tells the page and the inboxes. */
  #agentGoesOn(lease: Lease, why: FrameToPage): void {
    const { session_id } = lease;
    this.#sockets.toPage(session_id, why);
    this.#sockets.close(this.#sockets.pages(session_id), 1000, "The agent goes on");
    this.#views.show(lease);
  }
}
