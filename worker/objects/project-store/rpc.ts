import type { ContactFields } from "../../../shared/contacts.ts";
import type { RecordedEvent, ServiceEvent, SessionEvent } from "../../../shared/events.ts";
import type { OpenQuestion } from "../../../shared/knowledge.ts";
import type { AnsweringPage } from "../../../shared/question-topics.ts";
import type { ToolOutcome } from "../../../shared/tools.ts";
import type { AfterCallRpc } from "./after-call-rpc.ts";
import type { ContactGiven, ContactRpc } from "./contact-rpc.ts";
import type { SessionRpc } from "./session-rpc.ts";

/** How often something was done on a UTC day (YYYY-MM-DD). */
export interface DayCount {
  day: string;
  name: string;
  count: number;
}

/** An unanswered question: its words without case and punctuation, by which it is counted, and as it was asked. */
export interface QuestionText {
  words: string;
  text: string;
}

/** Who asked. */
export interface Asking {
  org_id: number;
  session_id: string;
  /** Nothing is counted where something was counted of the session before. */
  once?: boolean;
}

export interface QuestionHistory {
  /** The most asked first. */
  questions: OpenQuestion[];
  /** How often a conversation asked each, and when first; the newest first. */
  asked: { question_id: number; at: number; count: number }[];
  /** The pages that stood first where a search was answered, the most frequent first. */
  answered: AnsweringPage[];
}

/** A tool that the service is about to call for a session. */
export interface ToolCallClaim {
  session_id: string;
  org_id: number;
  call_id: string;
  name: string;
  at: number;
}

/** `outcome` is `null` while the call is claimed and unfinished. */
export interface ClaimedCall {
  at: number;
  outcome: ToolOutcome | null;
}
export type KeptCall = ClaimedCall & { call_id: string; name: string };

/** An event as it was reported; `body` holds the fields of its type. Times are unix milliseconds. */
export interface EventRow {
  type: SessionEvent["type"] | RecordedEvent["type"];
  body: Record<string, unknown>;
  received_at: number;
  at: number | null;
}
export type TranscriptEvent = EventRow & { session_id: string };

/** What one report of a session leaves. */
export interface EventBatch {
  session_id: string;
  /** Who pays for the session. */
  org_id: number;
  /** By which a repetition is known; unique within the session. */
  batch: number;
  /** When the ledger took it. */
  at: number;
  /** When the session began, where its visitor may have rated it and the store may not know it yet: by that it is found. */
  started_at?: number;
  /** In the order in which they were sent; usage is kept by itself, by the vendor's ids. */
  events: (SessionEvent | ServiceEvent)[];
  /** What its contact events come to. */
  contacts?: ContactGiven[];
}

export type UsageEvent = Extract<SessionEvent, { type: "usage" }>;
/** A page of a session's events: limited by number and by characters, but at least one event. */
export interface EventPage {
  /** The last event already seen, 0 for none. */
  after: number;
  limit: number;
  characters: number;
}
/** `next` is the `after` of the next page, `null` if there is none. */
export interface EventsRead {
  events: EventRow[];
  next: number | null;
}

/** A contact that a session reported. */
export interface ContactEvent {
  id: number;
  body: ContactFields;
}

/** Rows for a backup, by their keys; each has the organization that it is of, 0 for nobody's. */
export interface StorePage {
  parts: StorePart[];
  /** Where the next page begins; `null` at the end. */
  next: StoreKey | null;
}
export interface StorePart {
  table: string;
  rows: Record<string, string | number | null>[];
}
export type StoreKey = [table: string, ...key: (string | number)[]];

/**
 * RPC of the object that keeps what a project's pages and calls leave. Its name is the project's id. Before it answers for
 * the first time it takes over what D1 has of the project; a project that D1 does not know has nothing.
 *
 * `version` is that of the project that the caller knows: a store that knows only an older one asks D1 whose the project is.
 */
export interface ProjectStoreRpc extends ContactRpc, AfterCallRpc, SessionRpc {
  /** Adds to the counts of a day. A repetition counts again. */
  count(
    project_id: number,
    version: number,
    day: string,
    counts: readonly [name: string, count: number][],
  ): Promise<void>;
  /**
   * Oldest day first, then by name; both days included.
   * @param scope the only organization whose counts are read, `null` for all
   */
  counts(project_id: number, version: number, scope: number | null, from: string, to: string): Promise<DayCount[]>;

  /**
   * Counts questions that nothing answers, unless the asking session's organization no longer has the project. A repetition
   * counts again.
   */
  ask(project_id: number, asking: Asking, questions: readonly QuestionText[], at: number): Promise<void>;
  /** The most frequent first, so many behind so many. */
  questions(project_id: number, version: number, limit: number, offset: number): Promise<OpenQuestion[]>;
  /**
   * All questions, with who asked them since then, and what was answered.
   * @param scope the only organization whose searches count as answered, `null` for all
   */
  questionHistory(project_id: number, version: number, scope: number | null, since: number): Promise<QuestionHistory>;
  question(project_id: number, version: number, id: number): Promise<OpenQuestion | null>;
  deleteQuestion(project_id: number, id: number): Promise<void>;
  /** Whether a session has searched, or has asked what is counted already. */
  hasAsked(project_id: number, session_id: string): Promise<boolean>;

  /** Whether this caller is the first: only that one may call the tool. A repetition is not. */
  claimCall(project_id: number, claim: ToolCallClaim): Promise<boolean>;
  /** Keeps the first outcome. */
  finishCall(project_id: number, session_id: string, outcome: ToolOutcome): Promise<void>;
  /**
   * Waits for the outcome of a call that is under way.
   * @param patience milliseconds after it was claimed in which it is waited for
   */
  findCall(project_id: number, session_id: string, call_id: string, patience: number): Promise<ClaimedCall | null>;
  /** What the service's own tools answered in a session, in the order in which they were called. */
  callsOf(project_id: number, session_id: string): Promise<KeptCall[]>;

  /**
   * Keeps what a session reported, and has webhooks told of its contacts. Events stand in the order in which the ledger took them.
   * @param repeated whether it may be here already: then it is looked for, and kept once
   * @throws Error where D1's history is still coming in: nobody's report waits for that
   */
  keepEvents(project_id: number, batch: EventBatch, repeated: boolean): Promise<void>;
  /** In the order in which they were sent. */
  eventsOf(project_id: number, session_id: string, page: EventPage): Promise<EventsRead>;
  /** Each session's last transcript events, sessions in the order given, events in their own. */
  lastSaid(project_id: number, session_ids: readonly string[], limit: number): Promise<TranscriptEvent[]>;
  /** Characters that each session's transcript events take as JSON; sessions without any are left out. */
  saidSizes(project_id: number, session_ids: readonly string[]): Promise<[session_id: string, characters: number][]>;
  /** The events of a session's contacts. */
  contactEvents(project_id: number, session_id: string): Promise<ContactEvent[]>;
  deleteEvents(project_id: number, session_id: string, ids: readonly number[]): Promise<void>;

  /**
   * Forgets what these sessions left, and what belongs to no session and is older than `before`. What the sessions cost stays,
   * tied to nobody.
   */
  forget(project_id: number, session_ids: readonly string[], before: number): Promise<void>;
  /** Bytes that it stores. */
  bytes(): Promise<number>;
  /** Learns that the project has changed, if the store is there: its organization, and how long records without a session are kept. */
  follow(project_id: number, version: number): Promise<void>;
  /** Takes over what D1 has, if that was not done yet. */
  takeOver(project_id: number): Promise<void>;
  /** For a backup. */
  dump(project_id: number, after: StoreKey | null, limit: number): Promise<StorePage>;
  /** Adds rows that are not there. @returns whether D1 knows the project */
  restore(project_id: number, part: StorePart): Promise<boolean>;
  /** Deletes what an organization left in a project that is another's now. */
  forgetOrganization(project_id: number, org_id: number): Promise<void>;
  /** The project is gone. */
  drop(): Promise<void>;
}
