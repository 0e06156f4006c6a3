import type { ClientTool } from "../../../shared/session.ts";
import type { TurnTaking } from "../../../shared/speech-settings.ts";

interface AnyCall {
  session_id: string;
  /** Unix seconds after which the page's token opens nothing. */
  expires_at: number;
}

/** What the agent of a call is told. */
interface AgentOfCall extends AnyCall {
  instructions: string;
  initial_message: string | null;
  voice: string;
  tools: ClientTool[];
  turn_taking?: TurnTaking | null;
}

/** A call of the echo test. */
export interface DemoCall extends AgentOfCall {
  kind: "demo";
  /** As in a call of Workers AI, which may hear for it; left out in calls that an earlier version began. */
  language?: string | null;
  keyterms?: string[];
}

/** A call that models of Workers AI hear, think and speak in. */
export interface WorkersAiCall extends AgentOfCall {
  kind: "workers-ai";
  chat_model: string;
  /** `null`: the voice of the call's language. */
  speech_model: string | null;
  /** BCP 47; `null` where nobody knows it. */
  language: string | null;
  keyterms: string[];
}

/** A call at a server that speaks OpenAI's realtime WebSocket. */
export interface CompatibleCall extends AnyCall {
  kind: "compatible";
  /** http(s); the upgrade goes there. */
  url: string;
  /** The server's key, where it wants one. */
  key: string | null;
  /** The `session` of our `session.update`: what the agent is told, and its tools. It never reaches the page. */
  session: Record<string, unknown>;
}

/** Plain JSON. */
export type AgentCall = DemoCall | WorkersAiCall | CompatibleCall;

/** Why there is no call: what a vendor answered where it did, and words for the log. */
export interface CallRefused {
  answer: { status: number; text: string } | null;
  cause: string;
}

/** RPC of the object behind one call that our own side answers; its name is the session's id. */
export interface VoiceAgentRpc {
  /**
   * Makes one call ready, in place of any other of this name.
   * @param token_hash SHA-256 of the page's single-use token, hex
   * @returns why there is no call, `null` where there is one
   */
  prepare(call: AgentCall, token_hash: string): CallRefused | null | Promise<CallRefused | null>;
  /** The call is over by decision of the service: tells the client and closes. */
  hangUp(): void | Promise<void>;
}
