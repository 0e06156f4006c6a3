import type { Slot } from "../../shared/providers.ts";
import type { ClientTool, Connection, ConnectionType, IceServer } from "../../shared/session.ts";
import type { SpeechSettings } from "../../shared/speech-settings.ts";
import { type Vendor, vendorFacts } from "../../shared/vendors.ts";
import type { Bindings } from "../env.ts";
import type { Variables } from "../variables.ts";

/**
 * How an agent talks, in one vocabulary. Each adapter translates it for its vendor and ignores what the vendor lacks.
 */
export interface AgentSetup {
  /** With the visitor's context and memory added as quoted data. */
  instructions: string;
  /** What it says first; `null` if it has greeted already or does not greet. */
  greeting: string | null;
  voice: string | null;
  /** The agent's own choice of the vendor's model; `null` takes the vendor's default. */
  model: string | null;
  tools: ClientTool[];
  /** The conversation's language, BCP 47; left out if unknown. */
  language?: string;
  turn_taking?: SpeechSettings["turn_taking"];
  noise_reduction?: SpeechSettings["noise_reduction"];
  /** Left out where any speech of the visitor interrupts the agent. */
  interruptions?: Connection["interruptions"];
  /** Names and words that speech recognition must know. */
  keyterms?: string[];
  /** The agent may hang up when the visitor is done. */
  end_call?: boolean;
  /** The visitor's choice, for vendors with `has_speeds`; left out for the usual speed. */
  speed?: "slower" | "faster";
}

/**
 * Everything a vendor may need to know of one call. Plain JSON: an object may store it until the page's offer comes.
 */
export interface CallRequest {
  slot: Slot;
  session_id: string;
  agent: AgentSetup;
  /** A stable hash of the visitor, for vendors that want an identifier against abuse. */
  safety_identifier: string | null;
  /** The longest call: a token whose end would cut the call must last as long. */
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

/** A call that the vendor has accepted. */
export interface PlacedCall {
  /** The vendor's SDP answer. */
  answer: string;
  /** The vendor's id of the call, by which it can be hung up; `null` if its answer had none. */
  call_id: string | null;
}

export interface VendorContext {
  bindings: Bindings;
  variables: Variables;
  signal: AbortSignal;
}

/** The first of the variables that the vendor cannot do without and that is not set, in words for the log. */
export const lacking = (vendor: Vendor) => (variables: Variables) => {
  const missing = vendorFacts(vendor)?.needs.find((name) => variables[name as keyof Variables] === undefined);
  return missing === undefined ? null : `is set to the vendor ${vendor}, and ${missing} is not set`;
};

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

interface AnyAdapter {
  /** How its calls are connected; `null` if that is only known once there is a call. */
  connection_type: ConnectionType | null;
  /** The model if an agent names none, where it is known before the vendor is asked. */
  default_model?: string;
  /** Why the vendor cannot be used as configured, for the log, or `null`. Names the variable, never its value. */
  unconfigured(variables: Variables, bindings: Partial<Bindings>): string | null;
  /**
   * The service itself sees every call begin and reports it to the ledger with `callConnected`, as for calls that it
   * places. So a call that it did not report never took place.
   */
  reports_calls?: boolean;
  /** Its tokens hold no configuration: the page gets the agent's instructions and tools, and sends them itself. */
  shows_setup?: boolean;
  /** Its voices speak faster and slower. */
  has_speeds?: boolean;
  /** A Durable Object holds each call, and is called to end it. */
  uses_durable_object?: boolean;
  /** Ends a running call, if the vendor allows it. */
  hangUp?(call: { session_id: string; call_id: string | null }, context: VendorContext): Promise<void>;
  /** Tells the agent of a running call something that it does not answer. @returns whether it was told */
  tell?(call: { session_id: string; call_id: string | null }, text: string, context: VendorContext): Promise<boolean>;
}

/** A vendor to which the page connects itself with a token. */
export interface TokenVendor extends AnyAdapter {
  /** @throws VendorError */
  mint(request: CallRequest, context: VendorContext): Promise<Minted>;
}

/** A vendor that lets a server place the call: neither the agent's instructions nor a token reach a page. */
export interface CallVendor extends AnyAdapter {
  /**
   * @param offer the page's SDP offer
   * @throws VendorError
   */
  place(request: CallRequest, offer: string, context: VendorContext): Promise<PlacedCall>;
  /** ICE servers for the page. Never fails, and gives up soon, since most visitors connect without. */
  iceServers(context: VendorContext): Promise<IceServer[] | null>;
  /** Whether the page's offer must hold candidates of those servers. */
  needsIceServers(variables: Variables): boolean;
}

/** A vendor that can be configured for a slot. */
export type VendorAdapter = TokenVendor | CallVendor;
