import type { Handler } from "../../../shared/person.ts";
import type { Provider } from "../../../shared/providers.ts";
import type { EndReason, SessionState } from "../../../shared/session.ts";
import type { SessionPlace } from "../project-store/after-call-rpc.ts";

/** What a session needs to be opened. */
export interface LeaseRequest {
  session_id: string;
  project_id: number;
  agent_id: number;
  agent_name: string;
  key_id: number;
  provider: Provider;
  vendor: string;
  llm_model: string | null;
  subject: string | null;
  /** Whether the agent knows what the visitor said before. */
  memory: boolean;
  /** A signed URL takes none: the external provider has its own. */
  takes_line: boolean;
  max_duration_seconds: number;
  /** Sessions whose conversation this one continues, the oldest first. */
  continues?: string[];
  /** The service itself places the call, so that it knows its name: nobody else's word counts. */
  places_call?: boolean;
  /** A test call from the console; a lease of a gate that was loaded long ago may not know it. */
  test?: boolean;
  /** The website channel that the key belongs to. */
  channel_id?: number | null;
  /** Daily caps that hold for it, as they were when it opened. */
  caps?: Cap[];
  /** Its place in the queue for a voice line, where it waited for one. */
  ticket?: string | null;
  /** The visitor's address as an opaque name; those whose address nobody knows are one visitor. */
  visitor?: string | null;
  /** Our own side sees every call of the session begin, as with the built-in vendor. */
  watched?: boolean;
  /** False: its visitor may not make it longer. */
  extendable?: boolean;
  /** Its agent knows the project's sources. */
  knowledge?: boolean;
  /** The address of the page, without query and hash. */
  page?: string | null;
}

/** A daily limit of a project, key or channel; `null` is none. */
export interface Cap {
  /** `project:3`, `key:5`, `channel:2`. */
  scope: string;
  project_id: number;
  credits: number | null;
  sessions: number | null;
}

/** Whose sessions a caller may touch; a bound key's `agent_id` narrows it. */
export interface SessionScope {
  project_id: number;
  agent_id: number | null;
}

/** A session as the object knows it. Times are unix milliseconds. */
export interface Lease extends LeaseRequest {
  org_id: number;
  /** Credits per minute, as they were when it opened. */
  rate: number;
  state: SessionState;
  end_reason: EndReason | null;
  started_at: number;
  /** Charged from here; from `started_at` where it ended without ever saying `connected`. */
  connected_at: number | null;
  last_sign_at: number | null;
  ended_at: number | null;
  /** Credits set aside, 0 after the end. */
  reserved: number;
  /** Credits charged, `null` before the end. */
  charged: number | null;
  call_id: string | null;
  /** How often it was reconnected before the first `connected`, and after it. */
  early_reconnects?: number;
  reconnects?: number;
  /** How often another page took it up. */
  page_changes?: number;
  /** The page that took it up last, as it names itself. */
  page_id?: string;
  /** When its page left, or the next one asked for a connection that it has not reported yet. */
  left_at?: number | undefined;
  /** When our own side first saw a call of it begin, saw the last one begin, and saw that one end. */
  seen_at?: number;
  last_seen_at?: number;
  closed_at?: number | undefined;
  /** Which placement the last one was; see `ReconnectResult`. */
  placement?: number;
  /** There were events of a call that has begun, so that a `failed` is not believed. */
  contradicted?: boolean;
  /** Milliseconds that are not charged on the page's word alone; see `forgiveness.ts`. */
  forgiven_ms?: number;
  /** It ended with a `failed` that was believed. */
  free_failure?: boolean;
  /** Rows and bytes of its events in storage. */
  kept_events?: number;
  kept_bytes?: number;
  kept_contacts?: number;
  /** Names what its page told the agent of the visitor last. */
  context?: number;
  late_requests?: number;
  tool_calls?: number;
  /** Bytes of what tools answered, as it is kept. */
  kept_answers?: number;
  /** What its visitor added to `max_duration_seconds`, which counts it. */
  extended_seconds?: number;
  /** Who talks with the visitor; absent: the agent. */
  handled_by?: Handler;
  /** Since when a person has the session, and how long one had it before; unix milliseconds, milliseconds. */
  with_person_since?: number | undefined;
  person_ms?: number;
  /** A person's coming closed the agent's connection, and none was made since: it holds no line. */
  parted?: boolean | undefined;
  /** How often the agent was connected again after that. */
  handed_back?: number;
  /** Messages that wait for the agent. */
  whispers?: string[] | undefined;
  revision: number;
}

/** An order of leases. */
export const newestFirst = (one: Lease, other: Lease): number =>
  other.started_at - one.started_at || (one.session_id < other.session_id ? 1 : -1);

/** Copies of those that are connected, the newest first, below a place. */
export function activeBelow(
  leases: Iterable<Lease>,
  before: SessionPlace | null,
  limit: number,
  without: readonly number[],
): Lease[] {
  const isBelow = (one: Lease) =>
    before === null ||
    one.started_at < before.started_at ||
    (one.started_at === before.started_at && one.session_id < before.id);
  return [...leases]
    .filter((one) => one.state === "active" && isBelow(one) && !without.includes(one.project_id))
    .sort(newestFirst)
    .slice(0, limit)
    .map((lease) => ({ ...lease }));
}

/** What is learned about a call after the session was opened; a field left out stays as it is. */
export type CallDetails = Partial<Pick<Lease, "call_id" | "llm_model">>;

/** What a batch of session events means for the lease. */
export interface SessionSignals {
  connected: boolean;
  failed: boolean;
  ended: EndReason | null;
  call_id: string | null;
  /** A page connected a call a moment ago. */
  connects?: boolean;
  /** The page that left, as it names itself; empty for one without a name. */
  left?: string;
  /** Only transcripts and feedback: still taken for an hour after the end. */
  late_allowed: boolean;
  /** It holds events of a call that has begun: transcripts, tool calls, usage. */
  contradicts: boolean;
  /** What the batch would leave in storage: rows, and bytes of their text. */
  events: number;
  bytes: number;
  contacts: number;
  /** Whether it is only an end, which is always accepted, and kept while there is room. */
  only_end: boolean;
}
