// Long: the rules of one conversation between a visitor, the agent and a person; each call is one of them.
import type { ServiceEvent } from "../../../shared/events.ts";
import { HOUR_BYTES, HOUR_BYTES_OF_VISITOR, MAX_SESSION_BYTES, MAX_SESSION_EVENTS } from "../../../shared/limits.ts";
import { type FrameToInbox, LIVE_CLOSED, type LiveMessage, type LiveSession } from "../../../shared/live.ts";
import type { PersonShown } from "../../../shared/person.ts";
import { type Actor, actorName } from "../../actor.ts";
import { visitorOf } from "../org-ledger/forgiveness.ts";
import type { Lease } from "../org-ledger/rpc.ts";
import { type Due, nextDue } from "./deadlines.ts";
import { liveSession } from "./live-session.ts";
import { MessageRate } from "./message-rate.ts";
import type { DeskOutside } from "./outside.ts";
import { Relays } from "./relays.ts";
import type {
  Conversation,
  DeskAnswer,
  DeskFact,
  PersonCounts,
  PersonRequest,
  Refused,
  RequestOutcome,
} from "./rpc.ts";
import type { DeskSockets } from "./sockets.ts";
import type { DeskTable } from "./table.ts";

const MIB = 1024 * 1024;
const HOUR_FULL = `Too much was written in this hour (${HOUR_BYTES_OF_VISITOR / MIB} MiB by one visitor, ${HOUR_BYTES / MIB} MiB by all); nothing was kept`;
const OVER: Refused = { ok: false, error: "conversation_over" };
const NOT_JOINED: Refused = { ok: false, error: "not_joined" };

/** Frames of typing, reading and sound of one sender in ten seconds: a call begins with some dozens of candidates. */
const MAX_RELAYED = 200;

const encoder = new TextEncoder();
const bytesOf = (text: string | null): number => (text === null ? 0 : encoder.encode(text).byteLength);

const waitedSeconds = ({ waiting_since }: Conversation, now: number): number =>
  waiting_since === null ? 0 : Math.max(0, Math.round((now - waiting_since) / 1000));

const secondsWith = ({ joined_at }: Conversation, until: number): number =>
  joined_at === null ? 0 : Math.max(0, Math.round((until - joined_at) / 1000));

/** A conversation as it begins to concern a person. */
const conversationOf = (lease: Lease, wait_seconds: number): Conversation => ({
  session_id: lease.session_id,
  org_id: lease.org_id,
  project_id: lease.project_id,
  agent_id: lease.agent_id,
  agent_name: lease.agent_name,
  visitor: visitorOf(lease),
  page: lease.page ?? null,
  since: lease.started_at,
  status: lease.state,
  handled_by: "waiting",
  reason: null,
  summary: null,
  joined_at: null,
  waiting_since: null,
  wait_until: null,
  wait_seconds,
  person: null,
  holder: null,
  from_inbox: false,
  page_gone_at: null,
  person_gone_at: null,
  told_gone: false,
  lines: 0,
  bytes: 0,
});

/**
 * Who talks with whom. What must outlive the object stands in its table; the ledger says whether a session runs and what it
 * costs, and is asked before anybody is told.
 */
export class Desk {
  readonly #table: DeskTable;
  readonly #sockets: DeskSockets;
  readonly #outside: DeskOutside;
  readonly #rate = new MessageRate();
  readonly relays: Relays;
  /** What inboxes were shown of a session last. */
  readonly #shown = new Map<string, string>();
  #conversations: Map<string, Conversation> | null = null;

  constructor(table: DeskTable, sockets: DeskSockets, outside: DeskOutside) {
    this.#table = table;
    this.#sockets = sockets;
    this.#outside = outside;
    this.relays = new Relays(() => outside.iceServers());
  }

  /** After the tables were deleted. */
  forget(): void {
    this.#conversations = null;
    this.#shown.clear();
  }

  all(): Map<string, Conversation> {
    this.#conversations ??= new Map(
      (this.#table.exists() ? this.#table.conversations() : []).map((one) => [one.session_id, one]),
    );
    return this.#conversations;
  }

  async request(lease: Lease, request: PersonRequest, now: number): Promise<RequestOutcome> {
    this.#table.create();
    const known = this.all().get(lease.session_id);
    if (known) return known.handled_by === "person" ? "joined" : "waiting";
    const { reason, summary, wait_seconds } = request;
    const one: Conversation = { ...conversationOf(lease, wait_seconds), reason, summary, waiting_since: now };
    // Whoever asks this often is left to the agent, and nobody is told.
    if (!this.#table.admit(one.visitor, { requests: 1, bytes: bytesOf(reason) + bytesOf(summary) }, now))
      return "missed";
    const event: ServiceEvent = {
      type: "person_requested",
      ...(reason !== null && { reason }),
      ...(summary !== null && { summary }),
    };
    const staffed = request.open && this.#sockets.inboxesOf(lease.org_id).some(({ owner }) => owner.available);
    if (!staffed && !request.told_elsewhere) {
      this.#note(one, now, { event, counts: { asked: 1 } });
      this.#note(one, now, { event: { type: "person_missed" }, counts: { missed: 1 }, webhook: "person.missed" });
      return "missed";
    }
    one.wait_until = now + wait_seconds * 1000;
    this.#keep(one);
    const handed = await this.#handOver(one, "waiting", known);
    if (!handed.ok) {
      this.#drop(one.session_id);
      return "over";
    }
    this.#note(one, now, { event, counts: { asked: 1 }, webhook: "person.requested" });
    this.#show(handed.lease);
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
    // Asked before anything is looked at: nobody may come between the look and the taking.
    const wait_seconds = await this.#outside.waitSeconds(lease.agent_id);
    const holder = actorName(actor);
    const known = this.all().get(session_id);
    if (known?.person) {
      if (known.holder !== holder || known.person.name !== person.name)
        return { ok: false, error: "person_busy", detail: `${known.person.name} has this conversation` };
      this.#keep({ ...known, person, from_inbox: known.from_inbox || from_inbox, person_gone_at: null });
      this.#returned(session_id);
      this.#show(lease);
      return { ok: true, session: liveSession(lease, this.all().get(session_id)) };
    }
    if (!this.#rate.admits(`join ${holder}`, now)) return { ok: false, error: "too_many_messages" };
    const one: Conversation = {
      ...(known ?? conversationOf(lease, wait_seconds)),
      handled_by: "person",
      person,
      holder,
      from_inbox,
      joined_at: now,
      wait_until: null,
      page_gone_at: this.#sockets.pages(session_id).length > 0 ? null : now,
    };
    // Taken before the ledger is asked: of two at once the second finds who has it.
    this.#keep(one);
    const handed = await this.#handOver(one, "person", known);
    if (!handed.ok) {
      this.#drop(session_id);
      return OVER;
    }
    this.#note(one, now, {
      event: { type: "person_joined", name: person.name },
      ...(known && { counts: { answered: 1, waited_seconds: waitedSeconds(known, now) } }),
      webhook: "person.joined",
      audit: { actor, action: "session.join" },
    });
    this.#sockets.toPage(session_id, this.personFrame(one));
    this.#show(handed.lease);
    return { ok: true, session: liveSession(handed.lease, one) };
  }

  /** The `person` frame of a conversation's state. */
  personFrame({ person, told_gone }: Conversation) {
    if (!person || told_gone) return { type: "person", status: "waiting" } as const;
    const { name, picture } = person;
    return { type: "person", status: "joined", name, ...(picture !== null && { picture }) } as const;
  }

  say(session_id: string, actor: Actor, text: string, now: number): DeskAnswer<{ message: LiveMessage }> {
    const one = this.#heldBy(session_id, actor);
    if (!one?.person) return NOT_JOINED;
    const { name } = one.person;
    const message: LiveMessage = { id: crypto.randomUUID(), role: "person", name, text, at: now };
    const refused = this.#add(one, message, actorName(actor), now);
    if (refused) return refused;
    this.#note(one, now, {
      event: { type: "person_transcript", name, text, item: message.id },
      audit: { actor, action: "session.message" },
    });
    return { ok: true, message };
  }

  /** A line that the visitor wrote on the page's socket. */
  sayAsVisitor(session_id: string, text: string, now: number): DeskAnswer<object> {
    const one = this.all().get(session_id);
    if (!one) return OVER;
    const message: LiveMessage = { id: crypto.randomUUID(), role: "user", text, at: now };
    const refused = this.#add(one, message, session_id, now, () =>
      this.#table.admit(one.visitor, { requests: 0, bytes: bytesOf(text) }, now),
    );
    if (refused) return refused;
    this.#note(one, now, { event: { type: "user_transcript", text, item: message.id } });
    return { ok: true };
  }

  async whisper(lease: Lease, actor: Actor, name: string, text: string, now: number): Promise<DeskAnswer<object>> {
    this.#table.create();
    if (!this.#rate.admits(`whisper ${actorName(actor)}`, now)) return { ok: false, error: "too_many_messages" };
    const told = await this.#outside.whisper(lease, text);
    if (told === "over") return OVER;
    if (told === "full") return { ok: false, error: "whispers_waiting" };
    this.#note(lease, now, {
      event: { type: "whisper", name, text },
      audit: { actor, action: "session.whisper" },
    });
    return { ok: true };
  }

  async release(session_id: string, actor: Actor, now: number): Promise<DeskAnswer<{ session: LiveSession }>> {
    const one = this.#heldBy(session_id, actor);
    if (!one) return NOT_JOINED;
    const lease = await this.#giveBack(one, now, { actor, action: "session.release" });
    return lease ? { ok: true, session: liveSession(lease) } : OVER;
  }

  changed(leases: Lease[]): void {
    for (const lease of leases) {
      const { session_id } = lease;
      const one = this.all().get(session_id);
      if (lease.ended_at !== null) {
        if (one?.joined_at != null)
          this.#note(one, lease.ended_at, { event: null, counts: { seconds: secondsWith(one, lease.ended_at) } });
        if (one) this.#drop(session_id);
        this.#sockets.close(this.#sockets.pages(session_id), LIVE_CLOSED.over, "The conversation has ended");
      } else if (one && one.status !== lease.state) this.#keep({ ...one, status: lease.state });
      this.#show(lease);
      if (lease.ended_at === null) continue;
      this.#shown.delete(session_id);
      if (this.#table.exists()) this.#table.forgetFollowers(session_id);
    }
  }

  said(session_id: string, lines: LiveMessage[]): void {
    const one = this.all().get(session_id);
    for (const line of lines) {
      if (one && this.#hasRoom(one, line)) this.#write(one, line);
      this.#toFollowers(session_id, line);
    }
  }

  forgetSaid(session_ids: string[]): void {
    this.#table.forgetSaid(session_ids);
    for (const session_id of session_ids) {
      this.#shown.delete(session_id);
      const one = this.all().get(session_id);
      if (one) this.#keep({ ...one, reason: null, summary: null, lines: 0, bytes: 0 });
    }
  }

  /** Whether one side may send the other another frame that nobody keeps. */
  mayRelay(sender: string): boolean {
    return this.#rate.admits(`relay ${sender}`, Date.now(), MAX_RELAYED);
  }

  /** Whether the page may open its socket once more. */
  mayOpen(session_id: string): boolean {
    return this.#rate.admits(`open ${session_id}`, Date.now());
  }

  /** From the page to the inboxes of whoever has the conversation. */
  toHolder(session_id: string, frame: FrameToInbox): void {
    const holder = this.all().get(session_id)?.holder;
    for (const { socket, owner } of this.#sockets.inboxes())
      if (actorName(owner.actor) === holder) this.#sockets.send(socket, frame);
  }

  /** What time alone does. @returns when the next of it is due, unix milliseconds */
  async advance(now: number): Promise<number> {
    for (const { session_id } of [...this.all().values()])
      for (;;) {
        const one = this.all().get(session_id);
        const due = one && nextDue(one);
        if (!one || !due || due.at > now) break;
        await this.#fallDue(one, due.what, now);
      }
    return this.due();
  }

  due(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...[...this.all().values()].map((one) => nextDue(one)?.at ?? Infinity));
  }

  /** A socket of the page opened, or the last one closed. */
  pagePresent(session_id: string, present: boolean, now: number): void {
    const one = this.all().get(session_id);
    if (one) this.#keep({ ...one, page_gone_at: present ? null : now });
  }

  /** An inbox of this actor opened, or the last one closed. */
  actorPresent(actor: Actor, present: boolean, now: number): void {
    for (const one of this.all().values()) {
      if (one.holder !== actorName(actor) || !one.from_inbox) continue;
      this.#keep({ ...one, person_gone_at: present ? null : now });
      if (present) this.#returned(one.session_id);
    }
  }

  #returned(session_id: string): void {
    const one = this.all().get(session_id);
    if (!one?.told_gone) return;
    this.#keep({ ...one, told_gone: false });
    this.#sockets.toPage(session_id, this.personFrame({ ...one, told_gone: false }));
  }

  #heldBy(session_id: string, actor: Actor): Conversation | null {
    const one = this.all().get(session_id);
    return one?.handled_by === "person" && one.holder === actorName(actor) ? one : null;
  }

  async #fallDue(one: Conversation, what: Due["what"], now: number): Promise<void> {
    switch (what) {
      case "person_gone":
        this.#keep({ ...one, told_gone: true });
        this.#sockets.toPage(one.session_id, { type: "person", status: "waiting" });
        return;
      case "give_back":
        await this.#giveBack(one, now, null);
        return;
      case "visitor_gone":
        await this.#outside.end(one, "visitor_left");
        // Unless the ledger's own word of the end came first.
        if (this.all().has(one.session_id)) {
          this.#note(one, now, { event: null, counts: { seconds: secondsWith(one, one.page_gone_at ?? now) } });
          this.#drop(one.session_id);
        }
        return;
      case "nobody_came":
        await this.#missed(one, now);
    }
  }

  async #missed(one: Conversation, now: number): Promise<void> {
    const { session_id } = one;
    // The agent is told before it has the conversation by itself, or a report between the two would tell it nothing.
    await this.#outside.whisper(one, this.#outside.nobodyCame);
    const handed = await this.#outside.handOver(one, "agent");
    // Somebody may have joined in this very moment; the ledger heard of that last.
    if (this.all().get(session_id)?.handled_by !== "waiting") return;
    this.#drop(session_id);
    if (!handed.ok) return;
    this.#note(one, now, { event: { type: "person_missed" }, counts: { missed: 1 }, webhook: "person.missed" });
    this.#sockets.toPage(session_id, { type: "person", status: "missed" });
    this.#sockets.close(this.#sockets.pages(session_id), 1000, "The agent goes on");
    this.#show(handed.lease);
  }

  async #giveBack(one: Conversation, now: number, audit: DeskFact["audit"]): Promise<Lease | null> {
    const { session_id, person } = one;
    const name = person?.name ?? "";
    const handed = await this.#outside.handOver(one, "agent");
    this.#drop(session_id);
    if (!handed.ok) return null;
    this.#note(one, now, { event: { type: "person_left", name }, counts: { seconds: secondsWith(one, now) }, audit });
    this.#sockets.toPage(session_id, { type: "person", status: "left", name });
    this.#sockets.close(this.#sockets.pages(session_id), 1000, "The agent goes on");
    this.#show(handed.lease);
    return handed.lease;
  }

  /** Where the ledger cannot be asked, all is as before. */
  async #handOver(one: Conversation, to: Conversation["handled_by"], before: Conversation | undefined) {
    try {
      return await this.#outside.handOver(one, to);
    } catch (error) {
      if (before) this.#keep(before);
      else this.#drop(one.session_id);
      throw error;
    }
  }

  #keep(one: Conversation): void {
    this.all().set(one.session_id, one);
    this.#table.keep(one);
  }

  #drop(session_id: string): void {
    this.relays.forget(session_id);
    this.#rate.forget(session_id);
    this.all().delete(session_id);
    this.#table.forget(session_id);
  }

  #hasRoom(one: Conversation, { text }: LiveMessage): boolean {
    return one.lines < MAX_SESSION_EVENTS && one.bytes + bytesOf(text) <= MAX_SESSION_BYTES;
  }

  #write(one: Conversation, line: LiveMessage): void {
    const lines = one.lines + (this.#table.write(one.session_id, line) ? 1 : 0);
    this.#keep({ ...one, lines, bytes: one.bytes + bytesOf(line.text) });
  }

  /** Keeps a line of this socket's sender and shows it to both sides. */
  #add(one: Conversation, message: LiveMessage, sender: string, now: number, hourHasRoom = () => true): Refused | null {
    if (!this.#rate.admits(sender, now)) return { ok: false, error: "too_many_messages" };
    if (!this.#hasRoom(one, message)) return { ok: false, error: "conversation_full" };
    if (!hourHasRoom()) return { ok: false, error: "conversation_full", detail: HOUR_FULL };
    this.#write(one, message);
    this.#sockets.toPage(one.session_id, { type: "message", ...message });
    this.#toFollowers(one.session_id, message);
    return null;
  }

  #toFollowers(session_id: string, message: LiveMessage): void {
    if (!this.#table.exists()) return;
    const frame = { type: "message", session_id, ...message } as const;
    this.#sockets.toInboxes(this.#outside.orgOf(session_id), frame, this.#table.followers(session_id));
  }

  /** Tells the inboxes what is new of a session. */
  #show(lease: Lease): void {
    const session = liveSession(lease, this.all().get(lease.session_id));
    const text = JSON.stringify(session);
    if (this.#shown.get(session.session_id) === text) return;
    this.#shown.set(session.session_id, text);
    this.#sockets.toInboxes(lease.org_id, { type: "session", ...session });
  }

  #note(
    one: Conversation | Lease,
    at: number,
    fact: {
      event: ServiceEvent | null;
      counts?: PersonCounts;
      webhook?: NonNullable<DeskFact["webhook"]>["type"];
      audit?: DeskFact["audit"];
    },
  ): void {
    const { session_id, org_id, project_id } = one;
    const webhook = fact.webhook && "waiting_since" in one ? webhookOf(one, fact.webhook, at) : null;
    const { event, counts = null, audit = null } = fact;
    this.#table.note({ at, session_id, org_id, project_id, event, counts, webhook, audit });
  }
}

function webhookOf(one: Conversation, type: NonNullable<DeskFact["webhook"]>["type"], at: number): DeskFact["webhook"] {
  const { agent_id, agent_name, reason, summary, page, wait_until } = one;
  const name = one.person?.name ?? null;
  return {
    type,
    data: { agent_id, agent_name, reason, summary, page, wait_until, name, waited_seconds: waitedSeconds(one, at) },
  };
}
