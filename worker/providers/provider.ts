import type { Slot } from "../../shared/providers.ts";
import type { ClientTool, Connection, ConnectionType, IceServer } from "../../shared/session.ts";
import type { Bindings } from "../env.ts";
import type { Variables } from "../variables.ts";

/** Everything a vendor may need to mint a token for one call. */
export interface MintRequest {
  slot: Slot;
  session_id: string;
  /** The agent's instructions with the visitor's context and memory laid in as quoted data. */
  instructions: string;
  initial_message: string | null;
  voice: string | null;
  /** The agent's own choice of the vendor's model; `null` takes the vendor's default. */
  model: string | null;
  tools: ClientTool[];
  /** Stable hash of the visitor, for vendors that want an identifier to act on abuse. */
  safety_identifier: string | null;
  /** The longest that the agent talks: a token that ends a call must last for it. */
  max_duration_seconds: number;
  /** Scheme and host under which the visitor reached this service. */
  service_origin: string;
}

export interface Minted {
  connection: Connection;
  ephemeral_token: string;
  /** Unix seconds. */
  expires_at: number;
  voice_llm_model: string | null;
  ice_servers: IceServer[] | null;
}

export interface VendorContext {
  bindings: Bindings;
  settings: Variables;
  signal: AbortSignal;
}

/**
 * The vendor refused or failed. `reason` is for the visitor's site, in plain words with no vendor's body in it;
 * `cause` goes to the log.
 */
export class VendorError extends Error {
  readonly reason: string;
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = "VendorError";
    this.reason = reason;
  }
}

/** A vendor that can stand behind a slot. */
export interface VendorAdapter {
  /** How its calls are connected; `null` where nobody knows before there is one. */
  way: ConnectionType | null;
  /** The model that answers where an agent names none, if that is known before a token is asked for. */
  default_model?: string;
  /** Says to the log why the vendor cannot be used as configured, or `null`. Names the variable, never what it holds. */
  unconfigured(settings: Variables): string | null;
  /**
   * Our own side sees every call begin, and tells the ledger with `callConnected`: the built-in vendor's, and those that
   * the service places. What our side did not see was never talked.
   */
  watched?: boolean;
  /** @throws VendorError */
  mint(request: MintRequest, context: VendorContext): Promise<Minted>;
  /** Ends a running call where the vendor can; `call_id` is what the client reported. */
  hangUp?(call: { session_id: string; call_id: string | null }, context: VendorContext): Promise<void>;
}
