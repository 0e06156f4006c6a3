import type { Handler } from "../../../shared/person.ts";
import type { EndReason, IceServer } from "../../../shared/session.ts";
import type { Lease } from "../org-ledger/lease.ts";
import type { HandOverResult, WhisperResult } from "../org-ledger/rpc.ts";
import type { DeskFact } from "./rpc.ts";

/** Which session, and whose ledger has it. */
interface SessionPlace {
  session_id: string;
  org_id: number;
}

/** What the desk has others do: injected by `worker/index.ts`, since objects never import storage. */
export interface DeskOutside {
  /** What runs in the project; the desk hears of every change from now on. */
  watch(project_id: number): Promise<Lease[]>;
  unwatch(project_id: number): Promise<void>;
  /** A session of that project that runs, else `null`. */
  lease(project_id: number, session_id: string): Promise<Lease | null>;
  /** How long this agent's visitors wait for a person. Seconds */
  waitSeconds(agent_id: number): Promise<number>;
  /** The organization that a session's id names, `null` for what is no id. */
  orgOf(session_id: string): number | null;
  handOver(session: SessionPlace, to: Handler): Promise<HandOverResult>;
  /** `told`: the agent has it already; else it waits for its page. */
  whisper(session: SessionPlace, text: string): Promise<WhisperResult | "told">;
  end(session: SessionPlace, reason: EndReason): Promise<void>;
  /** Writes it down and tells webhooks, at least once. */
  tell(fact: DeskFact): Promise<void>;
  /** The inbox is open no longer. */
  inboxClosed(inbox: string): Promise<void>;
  /** Of the project's inboxes these are open, and those that are being opened. */
  inboxesOpen(project_id: number, inboxes: string[]): Promise<void>;
  /** Relays for sound between the two pages, for two hours; `null` without any. */
  iceServers(): Promise<IceServer[] | null>;
  /** The message to the agent when nobody came. */
  nobodyCame: string;
}
