import type { Slot } from "../../shared/providers.ts";
import type { ClientTool, Connection, ConnectionType, IceServer } from "../../shared/session.ts";
import type { SpeechSettings } from "../../shared/speech-settings.ts";
import type { Bindings } from "../env.ts";
import type { Variables } from "../variables.ts";

/** How an agent talks, in one vocabulary; each adapter puts it into its vendor's. What a vendor lacks it ignores. */
export interface AgentSetup {
  /** With the visitor's context and memory laid in as quoted data. */
  instructions: string;
  /** What it says first; `null`: it has greeted, or greets nobody. */
  greeting: string | null;
  voice: string | null;
  /** The agent's own choice of the vendor's model; `null` takes the vendor's default. */
  model: string | null;
  tools: ClientTool[];
  /** BCP 47, of this conversation; left out where nobody knows it. */
  language?: string;
  turn_taking?: SpeechSettings["turn_taking"];
  noise_reduction?: SpeechSettings["noise_reduction"];
  /** Names and words that speech recognition must know. */
  keyterms?: string[];
  /** The agent may hang up when the visitor is done. */
  end_call?: boolean;
}

/** `pt` of `pt-BR`: for vendors that want ISO 639. */
export const primaryLanguage = (tag: string): string => new Intl.Locale(tag).language;

/** Everything a vendor may need to know of one call. Plain JSON: it may wait in an object until the page's offer comes. */
export interface CallRequest {
  slot: Slot;
  session_id: string;
  agent: AgentSetup;
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

/** A call that the vendor took. */
export interface PlacedCall {
  /** The vendor's SDP answer. */
  answer: string;
  /** The vendor's own name of the call, with which it can be hung up; `null` where its answer did not tell one. */
  call_id: string | null;
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

interface AnyAdapter {
  /** How its calls are connected; `null` where nobody knows before there is one. */
  way: ConnectionType | null;
  /** The model that answers where an agent names none, if that is known before the vendor is asked. */
  default_model?: string;
  /** Says to the log why the vendor cannot be used as configured, or `null`. Names the variable, never what it holds. */
  unconfigured(settings: Variables, bindings: Partial<Bindings>): string | null;
  /**
   * Our own side sees every call begin and tells the ledger with `callConnected`, as it does of the calls that the
   * service places: what our side did not see was never talked.
   */
  watched?: boolean;
  /** An object of ours holds its calls, and is opened to end one. */
  own_object?: boolean;
  /** Ends a running call where the vendor can. */
  hangUp?(call: { session_id: string; call_id: string | null }, context: VendorContext): Promise<void>;
}

/** A vendor whose tokens the page connects with by itself. */
export interface TokenVendor extends AnyAdapter {
  /** @throws VendorError */
  mint(request: CallRequest, context: VendorContext): Promise<Minted>;
}

/** A vendor that lets a server place the call: what the agent is told never reaches a page, nor does a token. */
export interface CallVendor extends AnyAdapter {
  /**
   * @param offer the page's SDP offer
   * @throws VendorError
   */
  place(request: CallRequest, offer: string, context: VendorContext): Promise<PlacedCall>;
  /** What the page's end needs to be reached. Never fails, and gives up soon: without, most visitors connect too. */
  iceServers(context: VendorContext): Promise<IceServer[] | null>;
  /** Whether the page's offer has to hold candidates of those servers. */
  needsIceServers(settings: Variables): boolean;
}

/** A vendor that can stand behind a slot. */
export type VendorAdapter = TokenVendor | CallVendor;
