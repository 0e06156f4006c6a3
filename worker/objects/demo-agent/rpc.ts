import type { ClientTool } from "../../../shared/session.ts";
import type { TurnTaking } from "../../../shared/speech-settings.ts";

/** What a minted demo token bakes in. */
export interface DemoCall {
  session_id: string;
  instructions: string;
  initial_message: string | null;
  voice: string;
  tools: ClientTool[];
  turn_taking?: TurnTaking | null;
  /** Unix seconds after which the token opens nothing. */
  expires_at: number;
}

/** RPC of the object behind one demo call. Its name is the first part of the token. */
export interface DemoAgentRpc {
  /** Prepares one call, in place of any other; `token_hash` is SHA-256 of the single-use token, hex. */
  prepare(call: DemoCall, token_hash: string): void | Promise<void>;
  /** The call is over by decision of the service: tells the client and closes. */
  hangUp(): void | Promise<void>;
}
