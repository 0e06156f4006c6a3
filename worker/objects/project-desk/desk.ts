import type { ServiceEvent } from "../../../shared/events.ts";
import { type FrameToInbox, LIVE_CLOSED, type LiveSession } from "../../../shared/live.ts";
import type { PersonShown } from "../../../shared/person.ts";
import { type Actor, actorName } from "../../actor.ts";
import type { Lease } from "../org-ledger/lease.ts";
import { Absences } from "./absences.ts";
import { conversationOf, personFrame, secondsWith, waitedSeconds } from "./conversation.ts";
import { Conversations } from "./conversations.ts";
import { MAX_FRAME } from "./frames.ts";
import { bytesOf, Lines } from "./lines.ts";
import { liveSession } from "./live-session.ts";
import { MessageRate } from "./message-rate.ts";
import type { DeskOutside } from "./outside.ts";
import { Relays } from "./relays.ts";
import type { Conversation, DeskAnswer, PersonRequest, Refused, RequestOutcome } from "./rpc.ts";
import { SessionViews } from "./session-views.ts";
import type { DeskSockets } from "./sockets.ts";
import type { DeskTable } from "./table.ts";

const OVER: Refused = { ok: false, error: "conversation_over" };

/** Frames of typing, reading and sound of one sender in ten seconds: a call begins with some dozens of candidates. */
const MAX_RELAYED = 200;
/**
 * Frames of any kind, also such as are refused, of one page or inbox in ten seconds: a new inbox follows 250 conversations at
 * once. A long one counts as one for each of its kilobytes: they may wait, here or for who reads slowly.
 */
const MAX_FRAMES = 1_000;

/**
 * Who talks with whom. What must outlive the object stands in its table; the ledger says whether a session runs and what it
 * costs, and is asked before anybody is told.
 */
export class Desk {
  readonly #table: DeskTable;
  readonly #sockets: DeskSockets;
  readonly #outside: DeskOutside;
  readonly #rate = new MessageRate();
  readonly conversations: Conversations;
  readonly lines: Lines;
  readonly absences: Absences;
  readonly relays: Relays;
  readonly #views: SessionViews;

  constructor(table: DeskTable, sockets: DeskSockets, outside: DeskOutside) {
    this.#table = table;
    this.#sockets = sockets;
    this.#outside = outside;
    this.conversations = new Conversations(table, (session_id) => {
      this.relays.forget(session_id);
      this.#rate.forget(session_id);
    });
    this.#views = new SessionViews(this.conversations, sockets);
    this.absences = new Absences(this.conversations, this.#views, sockets, outside);
    this.lines = new Lines(this.conversations, table, sockets, outside, this.#rate);
    this.relays = new Relays(() => outside.iceServers());
  }

  /** After the tables were deleted. */
  forget(): void {
    this.conversations.forget();
    this.#views.forget();
  }

  async request(lease: Lease, request: PersonRequest, now: number): Promise<RequestOutcome> {
    this.#table.create();
    const conversation = this.conversations.get(lease.session_id);
    if (conversation) return conversation.handled_by === "person" ? "joined" : "waiting";
    const { reason, summary, wait_seconds } = request;
    const one: Conversation = { ...conversationOf(lease, wait_seconds), reason, summary, waiting_since: now };
    // A visitor who asks this often stays with the agent, and nobody is told.
    if (!this.#table.admit(one.visitor, { requests: 1, bytes: bytesOf(reason) + bytesOf(summary) }, now))
      return "missed";
    const event: ServiceEvent = {
      type: "person_requested",
      ...(reason !== null && { reason }),
      ...(summary !== null && { summary }),
    };
    const staffed = request.open && this.#sockets.inboxesOf(lease.org_id).some(({ owner }) => owner.available);
    if (!staffed && !request.told_elsewhere) {
      this.conversations.note(one, now, { event, counts: { asked: 1 } });
      this.conversations.note(one, now, {
        event: { type: "person_missed" },
        counts: { missed: 1 },
        webhook: "person.missed",
      });
      return "missed";
    }
    one.wait_until = now + wait_seconds * 1000;
    this.conversations.keep(one);
    const handed = await this.#handOver(one, "waiting", conversation);
    if (!handed.ok) {
      this.conversations.drop(one.session_id);
      return "over";
    }
    this.conversations.note(one, now, { event, counts: { asked: 1 }, webhook: "person.requested" });
    this.#views.show(handed.lease);
    this.#sockets.toPage(one.session_id, { type: "person", status: "waiting" });
    return "waiting";
  }

  async join(
    lease: Lease,
    actor: Actor,
    person: PersonShown,
    { from_inbox }: { from_inbox: boolean },
    now: number,
  ): Promise<DeskAnswer<{ session: LiveSession }>> {
    this.#table.create();
    const { session_id } = lease;
    // Asked before anything is decided: nobody may come between the look and the taking.
    const wait_seconds =
      this.conversations.get(session_id)?.wait_seconds ?? (await this.#outside.waitSeconds(lease.agent_id));
    const holder = actorName(actor);
    const present = this.conversations.get(session_id);
    if (present?.person) {
      if (present.holder !== holder || present.person.name !== person.name)
        return { ok: false, error: "person_busy", detail: `${present.person.name} has this conversation` };
      this.conversations.keep({
        ...present,
        person,
        from_inbox: present.from_inbox || from_inbox,
        person_gone_at: null,
      });
      this.absences.returned(session_id);
      this.#views.show(lease);
      return { ok: true, session: liveSession(lease, this.conversations.get(session_id)) };
    }
    if (!this.#rate.admits(`join ${holder}`, now)) return { ok: false, error: "too_many_messages" };
    const one: Conversation = {
      ...(present ?? conversationOf(lease, wait_seconds)),
      handled_by: "person",
      person,
      holder,
      from_inbox,
      joined_at: now,
      wait_until: null,
      page_gone_at: this.#sockets.pages(session_id).length > 0 ? null : now,
    };
    // Taken before the ledger is asked: of two at once the second finds who has it.
    this.conversations.keep(one);
    const handed = await this.#handOver(one, "person", present);
    if (!handed.ok) {
      this.conversations.drop(session_id);
      return OVER;
    }
    this.conversations.note(one, now, {
      event: { type: "person_joined", name: person.name },
      counts: { name: person.name, ...(present && { answered: 1, waited_seconds: waitedSeconds(present, now) }) },
      webhook: "person.joined",
      audit: { actor, action: "session.join" },
    });
    this.#sockets.toPage(session_id, personFrame(one));
    this.#views.show(handed.lease);
    return { ok: true, session: liveSession(handed.lease, one) };
  }

  async whisper(lease: Lease, actor: Actor, name: string, text: string, now: number): Promise<DeskAnswer<object>> {
    this.#table.create();
    if (!this.#rate.admits(`whisper ${actorName(actor)}`, now)) return { ok: false, error: "too_many_messages" };
    const result = await this.#outside.whisper(lease, text);
    if (result === "over") return OVER;
    if (result === "full") return { ok: false, error: "whispers_waiting" };
    this.conversations.note(lease, now, {
      event: { type: "whisper", name, text },
      audit: { actor, action: "session.whisper" },
    });
    return { ok: true };
  }

  async release(session_id: string, actor: Actor, now: number): Promise<DeskAnswer<{ session: LiveSession }>> {
    const one = this.conversations.heldBy(session_id, actor);
    if (!one) return { ok: false, error: "not_joined" };
    const back = await this.absences.giveBack(one, now, { actor, action: "session.release" });
    return back.ok ? { ok: true, session: liveSession(back.lease) } : back;
  }

  changed(leases: Lease[]): void {
    for (const lease of leases) {
      const { session_id } = lease;
      const one = this.conversations.get(session_id);
      if (lease.ended_at !== null) {
        if (one?.joined_at != null)
          this.conversations.note(one, lease.ended_at, {
            event: null,
            counts: { seconds: secondsWith(one, lease.ended_at) },
          });
        if (one) this.conversations.drop(session_id);
        this.#sockets.close(this.#sockets.pages(session_id), LIVE_CLOSED.over, "The conversation has ended");
      } else if (one && one.status !== lease.state) this.conversations.keep({ ...one, status: lease.state });
      this.#views.show(lease);
      if (lease.ended_at === null) continue;
      this.#views.again(session_id);
      if (this.#table.exists()) this.#table.forgetFollowers(session_id);
    }
  }

  forgetSaid(session_ids: string[]): void {
    this.#table.forgetSaid(session_ids);
    for (const session_id of session_ids) {
      this.#views.again(session_id);
      const one = this.conversations.get(session_id);
      if (one) this.conversations.keep({ ...one, reason: null, summary: null, lines: 0, bytes: 0 });
    }
  }

  /** Whether one side may send the other one more frame that is not stored. */
  mayRelay(sender: string): boolean {
    return this.#rate.admits(`relay ${sender}`, Date.now(), MAX_RELAYED);
  }

  /** Whether this page or inbox is heard at all: what it sends, others of the project wait for. */
  mayBeHeard(sender: string, length: number): boolean {
    const weight = Math.max(1, Math.ceil(Math.min(length, MAX_FRAME) / 1024));
    return this.#rate.admits(`heard ${sender}`, Date.now(), MAX_FRAMES, weight);
  }

  /** An inbox is closed. */
  forgetSender(sender: string): void {
    this.#rate.forget(sender);
  }

  /** Whether the page may open its socket once more. */
  mayOpen(session_id: string): boolean {
    return this.#rate.admits(`open ${session_id}`, Date.now());
  }

  /** From the page to the inboxes of whoever has the conversation. */
  toHolder(session_id: string, frame: FrameToInbox): void {
    const holder = this.conversations.get(session_id)?.holder;
    for (const { socket, owner } of this.#sockets.inboxes())
      if (actorName(owner.actor) === holder) this.#sockets.send(socket, frame);
  }

  /** If the ledger cannot be asked, everything stays as before. */
  async #handOver(one: Conversation, to: Conversation["handled_by"], before: Conversation | undefined) {
    try {
      return await this.#outside.handOver(one, to);
    } catch (error) {
      if (before) this.conversations.keep(before);
      else this.conversations.drop(one.session_id);
      throw error;
    }
  }
}
