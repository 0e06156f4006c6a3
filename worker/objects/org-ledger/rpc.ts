import type { Handler } from "../../../shared/person.ts";
import type { EndReason, SessionState } from "../../../shared/session.ts";
import type { SessionPlace } from "../project-store/after-call-rpc.ts";
import type { EventBatch } from "../project-store/rpc.ts";
import type { CapNotice, LedgerEntry, Summary, Terms } from "./account.ts";
import type { CallDetails, Lease, LeaseRequest, SessionScope, SessionSignals } from "./lease.ts";

/** A visitor's place in the queue for a voice line. */
export interface QueuePosition {
  /** 1 is next. */
  place: number;
  waiting: number;
  /** A line is held for this visitor. */
  ready: boolean;
  /** Until when it is held, unix milliseconds; `null` while it is not. */
  held_until: number | null;
  /** Whether the visitor may have a second minute of this turn. */
  can_extend: boolean;
}

/** The visitor who joins the queue, or waits in it. */
export interface QueueRequest {
  /** As in a lease. */
  visitor: string | null;
  /** Places that one visitor may have in the queue, `null` for any number. */
  places: number | null;
  /** A second minute is wanted of a line that is held. */
  extend?: boolean | undefined;
  /** The page is out of sight: it asks once a minute at least. */
  hidden?: boolean | undefined;
}

export type OpenResult =
  | { ok: true; remaining_seconds: number }
  | { ok: false; error: "no_subscription" | "no_credit" | "visitor_busy" | "lines_busy" }
  | { ok: false; error: "cap_reached"; notice: CapNotice };

export type ReportResult =
  | {
      ok: true;
      state: SessionState;
      remaining_seconds: number;
      end_reason: EndReason | null;
      at: number;
      started_at: number;
      /** Where the session began, with its first connection or its failure before. */
      page?: string;
      /** Somebody watches the project: its desk hears of what is said. */
      watched?: boolean;
      /** Whether there is room for the events themselves. */
      keep: boolean;
      handled_by: Handler;
      /** For the agent, from a person; told once. */
      whispers: string[];
    }
  | { ok: false; error: "session_not_found" | "session_full" | "hour_full" }
  | { ok: false; error: "session_ended"; end_reason: EndReason | null };

/**
 * The lease runs, or its visitor left a moment ago. `placement` orders the session's calls as they were asked for, from the
 * start's, 0, on: of two that are placed at once, the earlier may stand later.
 */
export type ReconnectResult =
  | { ok: true; lease: Lease; remaining_seconds: number; placement: number }
  | { ok: false; error: "session_not_found" | "reconnects_used" | "with_person" | "lines_busy" }
  | { ok: false; error: "session_ended"; end_reason: EndReason | null };

/** `seconds` were added, or would be; see `shared/extension.ts`. */
export type ExtensionResult =
  | { ok: true; seconds: number; state: SessionState; remaining_seconds: number }
  | { ok: false; error: "session_not_found" | "not_extendable" | "no_credit" | "cap_reached" }
  | { ok: false; error: "session_ended"; end_reason: EndReason | null };

export type HandOverResult = { ok: true; lease: Lease } | { ok: false; error: "session_not_found" | "session_ended" };

/** `over`: the session has ended; `full`: so many wait already. */
export type WhisperResult = "waiting" | "over" | "full";

export type ToolCallResult =
  | { ok: true; lease: Lease }
  | { ok: false; error: "session_not_found" | "tool_calls_used" }
  | { ok: false; error: "session_ended"; end_reason: EndReason | null };

/** `repeated`: it had been done before. `conflict`: the operation was used with another amount or note. `out_of_range`: it would touch reserved credit. */
export type GrantResult =
  | { ok: true; credit: Summary["credit"]; repeated: boolean }
  | { ok: false; error: "conflict" | "out_of_range"; credit: Summary["credit"] };

/** What a session reported while the store of its project could not be reached. */
export type LateReport = EventBatch & { project_id: number };

export interface Outbox {
  waiting: number;
  /** Since when the oldest of it waits, unix milliseconds. */
  oldest_at: number | null;
  bytes: number;
  /** Sessions that run. */
  live: number;
  /** Projects whose store lacks reports or sessions, and since when it does; unix milliseconds. */
  late: { project_id: number; since: number }[];
}

type Row = Record<string, string | number | null>;

/** A page of a backup: everything but the entries comes with the first, as of one instant. */
export interface LedgerDump {
  /** `null` on later pages, and where the object has nothing. */
  tables: Record<string, Row[]> | null;
  entries: Row[];
  /** Where the next page begins, and the last entry that belongs to the backup; when they are equal, there is no further page. */
  last: number;
  until: number;
}

/** A part of an archived ledger; the one with `tables` comes last and sets it working. */
export interface LedgerArchivePart {
  archive: string;
  /** Whose ledger it is, whatever the archive's rows say. */
  org_id: number;
  entries: Row[];
  tables: Record<string, Row[]> | null;
  /** The newest entry that the D1 of the archive has. */
  newest_entry: number;
}

/** `not_empty`: somebody has been charged here already. */
export type RestoreResult = { ok: true } | { ok: false; error: "not_empty" };

/** RPC of the object that holds an organization's lines, credit and running sessions. Its name is the id in decimal. */
export interface OrgLedgerRpc {
  /**
   * Takes a line and reserves credit in one step, or neither. The same `session_id` again gives the first result;
   * `fresh` says that the id was made a moment ago and never sent before, so that no ended session needs to be looked up.
   * @param visitor_sessions how many sessions a visitor may have on the channel at a time, `null` for any number
   */
  open(request: LeaseRequest, terms: Terms, fresh?: boolean, visitor_sessions?: number | null): OpenResult;
  /**
   * The vendor refused: line and credit are free. A call of it that our own side saw before costs its time; a session that
   * is connected lives on until its lease ends.
   * @param placement of the call that was refused, as `ReconnectResult` says; a session with a later call lives on as well
   */
  release(session_id: string, placement?: number): void;
  /** The key is dead: sessions that it started and whose call nobody has seen begin are over, and their tokens open nothing. */
  releaseOfKey(key_id: number): void;
  report(session_id: string, scope: SessionScope, signals: SessionSignals): ReportResult;
  /**
   * Whether the page may connect it to the vendor again, or go on with it in a new session; counted. Takes no line and no credit.
   * @param page_id as the page names itself
   */
  reconnect(session_id: string, scope: SessionScope, page_id?: string | null): ReconnectResult;
  /** Makes the session longer, once; with `ask` it only says by how much. Takes the credit for all of it, or changes nothing. */
  extendLimit(session_id: string, scope: SessionScope, ask: boolean): ExtensionResult;
  /**
   * Our own side saw a call of the session begin: the built-in vendor's, or one that the service placed. From then on
   * the session costs its time, whatever its page says. A call that the service placed before is ended at its vendor.
   * @param call_id the vendor's own name of the call; the page's word on it counts no more
   * @param placement as `ReconnectResult` says
   * @returns whether the session runs and has no later call: a call of one that does not must be refused or hung up
   */
  callConnected(session_id: string, call_id?: string | null, placement?: number): boolean;
  /** Our own side saw that call end, at this unix millisecond. The session lives on: its page may reconnect it. */
  callClosed(session_id: string, at: number): void;
  /** Who talks with the visitor from now on; to a person, it ends the agent's call. */
  handOver(session_id: string, to: Handler): HandOverResult;
  /** A message for the agent; it goes with the answer to the page's next report. */
  whisper(session_id: string, text: string): WhisperResult;
  /** What runs in a project. @param watch its desk hears of every change from now on, or no longer: that needs no terms */
  running(project_id: number, watch: boolean, terms: Terms | null): Lease[];
  /** Counts a call of a tool: a session has only so many. */
  countToolCall(session_id: string, scope: SessionScope): ToolCallResult;
  /** Counts what a tool answered. @returns whether there is room to keep it: in the session, and in the hour as for texts */
  keepAnswer(session_id: string, bytes: number): boolean;
  /**
   * Counts what a page told the agent of the visitor, if it is not what it told last.
   * @param name the same for the same
   * @returns when, unix milliseconds; `null` where it is known, or session or hour have no room to keep it
   */
  keepContext(session_id: string, name: number, bytes: number): number | null;
  /** Keeps a report for the store of its project, which could not be reached, until it can be. The same one again changes nothing. */
  keepLate(report: LateReport): void;
  /** Stores what only the vendor knew: its id of the call, its model. Answers whether the session still runs. */
  attach(session_id: string, details: CallDetails): boolean;
  /** `null` where the object does not have it, or no longer. */
  lease(session_id: string): Lease | null;
  /** Ends a session for the operator; one that has ended keeps its first end. */
  end(session_id: string, reason: EndReason): Lease | null;
  /** Removes the visitor's name from every session, running or ended. */
  forgetSubject(project_id: number, subjects: string[]): void;
  /** Ends sessions of a project that is being deleted, and forgets the ended ones. @returns whether more of them run */
  dropProject(project_id: number): Promise<boolean>;
  /**
   * Ends everything and deletes the ledger, once no call is left to be ended at its vendor.
   * @returns whether that is done; else it is to be called again
   */
  close(): Promise<boolean>;
  /** What waits to be handed to D1, and the bytes that the object stores. */
  outbox(): Outbox;
  /** `operation` makes a retry safe: the same one again changes nothing and gets the same answer. */
  grant(grant: { operation: string; amount: number; note: string | null }, terms: Terms): GrantResult;
  configure(terms: Terms): void;
  /** Joins the queue for a voice line, or says that the visitor still waits; `null` for one who has too many places. */
  wait(ticket: string, terms: Terms, request: QueueRequest): QueuePosition | null;
  /** Leaves that queue. */
  leaveLine(ticket: string): void;
  summary(terms: Terms): Summary;
  /** Newest first, below `before`. */
  entries(before: number | null, limit: number): LedgerEntry[];
  /**
   * Publishes everything that D1 and the stores lack now, so that a list read after it is complete, as far as the stores take it.
   * @param session_id where very much waits, this session alone: what is read after it is about no other
   * @param project_id whose store is asked also where it failed a moment ago
   * @throws Error where D1 does not take it, or the store of that project
   */
  publishPending(session_id?: string, project_id?: number): Promise<void>;
  /** The same, and webhooks' queues have what there is to tell: a list of deliveries read after it is complete. */
  followUpPending(project_id?: number): Promise<void>;
  /** What is connected, the newest first, below a place. @param without projects whose sessions are left out */
  active(before: SessionPlace | null, limit: number, without?: readonly number[]): Lease[];
  /** @param after the last entry already seen, 0 before the first; `until` as the first page gave it */
  dump(after: number, until: number | null): LedgerDump;
  restore(part: LedgerArchivePart): RestoreResult;
}
