import type { ServiceEvent } from "../../../shared/events.ts";
import type { LiveMessage, LiveSession } from "../../../shared/live.ts";
import type { Handler, PersonShown } from "../../../shared/person.ts";
import type { SessionState } from "../../../shared/session.ts";
import type { Actor } from "../../actor.ts";
import type { Lease } from "../org-ledger/lease.ts";

/** A conversation that a person was asked for, or has. Times are unix milliseconds. */
export interface Conversation {
  session_id: string;
  org_id: number;
  project_id: number;
  agent_id: number;
  agent_name: string;
  /** As the ledger counts them, empty where nobody knows. */
  visitor: string;
  page: string | null;
  since: number;
  status: SessionState;
  handled_by: Exclude<Handler, "agent">;
  reason: string | null;
  summary: string | null;
  /** Since when the person has it. */
  joined_at: number | null;
  /** When a person was asked for, until when the visitor waits, and how long they wait whenever one goes. */
  waiting_since: number | null;
  wait_until: number | null;
  wait_seconds: number;
  person: PersonShown | null;
  /** Who joined, as `actorName` says it, and whether from an inbox. */
  holder: string | null;
  from_inbox: boolean;
  /** Since when the page has no socket; since when the person has none, and whether the visitor was told. */
  page_gone_at: number | null;
  person_gone_at: number | null;
  /** The person has asked for sound, and no page of the visitor was there to hear it. */
  sound_asked?: boolean;
  told_gone: boolean;
  /** What was said since the request. */
  lines: number;
  bytes: number;
}

/** A visitor asks for a person. */
export interface PersonRequest {
  reason: string | null;
  summary: string | null;
  wait_seconds: number;
  /** Whether the project is open, and whether another help desk hears of it. */
  open: boolean;
  told_elsewhere: boolean;
}
/** `waiting`, `joined` where one is there already, `missed` where nobody can come. */
export type RequestOutcome = "waiting" | "joined" | "missed" | "over";

/** Why a call is refused: a code of `shared/errors.ts`, in words of its own where it has any. */
export interface Refused {
  ok: false;
  error:
    | "conversation_over"
    | "person_busy"
    | "not_joined"
    | "too_many_messages"
    | "conversation_full"
    | "whispers_waiting";
  detail?: string;
}
export type DeskAnswer<Value> = ({ ok: true } & Value) | Refused;

/** What is counted of a session's requests for a person. */
export interface PersonCounts {
  asked?: 1;
  answered?: 1;
  missed?: 1;
  /** For an answer: how long the visitor had waited. */
  waited_seconds?: number;
  /** The name of who joined, as the visitor reads it. */
  name?: string;
  /** With the person. */
  seconds?: number;
}

/** Something that happened: kept until D1, the webhooks and the audit log have it. */
export interface DeskFact {
  /** Unique within the project's desk. */
  id: number;
  at: number;
  session_id: string;
  org_id: number;
  project_id: number;
  event: ServiceEvent | null;
  counts: PersonCounts | null;
  webhook: {
    type: "person.requested" | "person.joined" | "person.missed";
    data: Pick<Conversation, "agent_id" | "agent_name" | "reason" | "summary" | "page" | "wait_until"> & {
      name: string | null;
      waited_seconds: number;
    };
  } | null;
  audit: { actor: Actor; action: "session.join" | "session.message" | "session.whisper" | "session.release" } | null;
}

/** RPC of the object where the people of a project meet its visitors. Its name is the project's id in decimal. */
export interface ProjectDeskRpc {
  request(lease: Lease, request: PersonRequest): Promise<RequestOutcome>;
  join(lease: Lease, actor: Actor, shown: PersonShown): Promise<DeskAnswer<{ session: LiveSession }>>;
  /** A line of the person. */
  say(session_id: string, actor: Actor, text: string): Promise<DeskAnswer<{ message: LiveMessage }>>;
  /** For the agent's ears alone. */
  whisper(lease: Lease, actor: Actor, name: string, text: string): Promise<DeskAnswer<object>>;
  /** Gives the conversation back to the agent. */
  release(session_id: string, actor: Actor): Promise<DeskAnswer<{ session: LiveSession }>>;
  /** What the ledger has of sessions, as it is now. */
  changed(leases: Lease[]): Promise<void>;
  /** What a page has reported. */
  said(session_id: string, lines: LiveMessage[]): Promise<void>;
  /** Forgets what was said in these conversations, and why a person was asked for; they go on. */
  forget(session_ids: string[]): Promise<void>;
  /** Closes these inboxes, whose credentials are gone; `null` closes all: the project is another organization's. */
  revoke(inboxes: string[] | null): Promise<void>;
  /** Closes everything and forgets it: the project is deleted, or another's. */
  close(): Promise<void>;
}

/** What the Worker tells of a socket that it lets in, as JSON in this header. */
export const SOCKET_HEADER = "X-Desk-Socket";
export type SocketOwner =
  | { kind: "page"; session_id: string }
  | {
      kind: "inbox";
      /** In the list of open inboxes. */
      id: string;
      project_id: number;
      actor: Actor;
      /** What visitors see where the join says no other. */
      name: string;
      may_write: boolean;
    };
