import type { ClientTool } from "../../../shared/session.ts";
import type { TurnTaking } from "../../../shared/speech-settings.ts";

interface AnyCall {
  session_id: string;
  /** When the page's token expires, unix seconds. */
  expires_at: number;
}

/** The set-up of a call's agent. */
interface AgentOfCall extends AnyCall {
  instructions: string;
  initial_message: string | null;
  voice: string;
  tools: ClientTool[];
  turn_taking?: TurnTaking | null;
  /** Whether speech never interrupts it. */
  uninterrupted?: boolean;
}

/** A call of the echo test. */
export interface DemoCall extends AgentOfCall {
  kind: "demo";
  /** As in `WorkersAiCall`, for recognising what is said; missing in calls that an earlier version began. */
  language?: string | null;
  keyterms?: string[];
}

/** A call with models of Workers AI, which hear, think and speak. */
export interface WorkersAiCall extends AgentOfCall {
  kind: "workers-ai";
  chat_model: string;
  /** `null`: the voice of the call's language. */
  speech_model: string | null;
  /** BCP 47; `null` if unknown. */
  language: string | null;
  keyterms: string[];
}

/** A call at a server that speaks OpenAI's realtime WebSocket. */
export interface CompatibleCall extends AnyCall {
  kind: "compatible";
  /** An http(s) address; the WebSocket is opened there. */
  url: string;
  /** The server's key, if it needs one. */
  key: string | null;
  /** What the agent says first. Missing in calls that an earlier version began. */
  initial_message?: string | null;
  /** The `session` of our `session.update`: the agent's set-up and tools. It never reaches the page. */
  session: Record<string, unknown>;
}

/** Plain JSON. */
export type AgentCall = DemoCall | WorkersAiCall | CompatibleCall;

/** Why there is no call: the vendor's answer, if any, and words for the log. */
export interface CallRefused {
  answer: { status: number; text: string } | null;
  cause: string;
}

/** RPC of the object of one call that the service's own agent answers; its name is the session's id. */
export interface VoiceAgentRpc {
  /**
   * Prepares a call, replacing any earlier one of this session.
   * @param token_hash SHA-256 of the page's single-use token, hex
   * @returns why there is no call, `null` if there is one
   */
  prepare(call: AgentCall, token_hash: string): Promise<CallRefused | null>;
  /** Tells the agent something that it does not answer. @returns whether it was told: there is a call whose page has connected */
  tell(text: string): boolean | Promise<boolean>;
  /** The service ends the call: closes the page's connection. */
  hangUp(): void;
}
