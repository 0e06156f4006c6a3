import type { AnsweringPage } from "../../../shared/question-topics.ts";
import type { AfterCall, SessionPlace } from "./after-call-rpc.ts";
import type {
  ContactEvent,
  EventBatch,
  EventPage,
  EventsRead,
  KeptCall,
  StoreKey,
  StorePage,
  StorePart,
  TranscriptEvent,
} from "./rpc.ts";
import type { SessionOpening } from "./session-rpc.ts";

export type Maybe<T> = T | Promise<T>;

/** What a list shows of what was said in a session. */
export type OpeningWords = Pick<SessionOpening, "session_id" | "asked" | "input" | "page" | "failure">;
export type UsageRead = Pick<AfterCall, "usage" | "totals">;

/** How the records of sessions are read, in the store as in its volumes. */
export interface RecordReads {
  /** In the order in which they were sent. */
  eventsOf(session_id: string, page: EventPage): Maybe<EventsRead>;
  /** Each session's last transcript events, sessions in the order given, events in their own. */
  lastSaid(session_ids: readonly string[], limit: number): Maybe<TranscriptEvent[]>;
  /** Characters that each session's transcript events take as JSON; sessions without any are left out. */
  saidSizes(session_ids: readonly string[]): Maybe<[session_id: string, characters: number][]>;
  /** The events of a session's contacts. */
  contactEvents(session_id: string): Maybe<ContactEvent[]>;
  /** In the order of the ids. @param failed those of them that failed */
  openingWords(session_ids: readonly string[], failed: readonly string[]): Maybe<OpeningWords[]>;
  /** @param most rows of usage at most */
  usageOf(session_id: string, most: number): Maybe<UsageRead>;
  /** In the order in which they were called. */
  callsOf(session_id: string): Maybe<KeptCall[]>;
}

/** What is looked for in transcripts; times are unix milliseconds. */
export interface SearchAsked {
  /** An FTS5 query. */
  match: string;
  /** The oldest first, not the newest. */
  oldest: boolean;
  /** The session behind which the hits begin, `null` for the first ones. */
  before: SessionPlace | null;
  from: number | null;
  /** Not included. */
  until: number | null;
}
/** A session that was found, with its document's number. */
export interface SearchHit {
  id: number;
  session_id: string;
}
/** A session by its id and its start, unix milliseconds. */
export interface SessionStart {
  id: string;
  started_at: number;
}

/**
 * RPC of a volume: an object that keeps the records (events, usage, calls of tools) of some old sessions of a project, and the search
 * of them. Its name is the project's id and the volume's number. Only the project's store calls it; which volume has a session is in
 * the store's `moved_sessions`. All methods are safe to repeat.
 */
export interface ProjectVolumeRpc extends RecordReads {
  /** Adds rows of records that are not there. */
  insert(parts: readonly StorePart[]): Promise<void>;
  /** Brings the search of these up to date. @returns bytes that the volume stores */
  index(sessions: readonly SessionStart[]): Promise<number>;
  /** A late report. @param started_at of its session, unix milliseconds. @returns whether it was not there */
  keepEvents(batch: EventBatch, repeated: boolean, started_at: number): Promise<boolean>;
  deleteEvents(session_id: string, ids: readonly number[]): Promise<void>;
  find(asked: SearchAsked, limit: number): Promise<SearchHit[]>;
  /** @param scope the only organization whose searches count, `null` for all */
  answering(scope: number | null, since: number): Promise<AnsweringPage[]>;
  forget(session_ids: readonly string[]): Promise<void>;
  forgetOrganization(org_id: number): Promise<void>;
  /** For a backup. */
  dump(after: StoreKey | null, limit: number): Promise<StorePage>;
  /** The volume is gone. */
  drop(): Promise<void>;
}
