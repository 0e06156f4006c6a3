import type { Sound } from "../audio/wav.ts";
import type { Understood } from "./speech-recognizer.ts";

/**
 * A stand-in of a vendor: it accepts exactly what the vendor accepts, refuses what it refuses, and answers in
 * the vendor's format. What all stand-ins have in common is here, so that one suite can use any of them.
 */

/** How token requests are answered from now on; a request takes what is set when it arrives. */
const MINT_SCENARIOS = [
  "normal",
  /** The right answer, `SLOW_MS` late. */
  "slow",
  /** 401: the service's key is wrong. */
  "unauthorized",
  /** 403: the country, project or workspace is not allowed. */
  "forbidden",
  /** 400: the settings are not accepted. */
  "refused",
  /** 429. */
  "quota",
  /** 503, as JSON. */
  "unavailable",
  /** 502 of a proxy: a web page. */
  "html",
  /** 200, and the body breaks off. */
  "half json",
  /** 200, JSON, and no token in it. */
  "no token",
  /** Nothing at all. */
  "hang",
] as const;
export type MintScenario = (typeof MINT_SCENARIOS)[number];
export const SLOW_MS = 700;

/** What a vendor received of an agent, in one vocabulary. */
export interface ReceivedSetup {
  model: string | null;
  instructions: string;
  voice: string | null;
  /** Names, in order. */
  tools: string[];
  /** Whether it writes down what the visitor says. */
  transcribes: boolean;
  /** Whether it stops by itself when the visitor speaks. */
  interrupts: boolean;
}

/** One call, from the vendor's side. */
export interface StandInCall {
  readonly call_id: string | null;
  /** The set-up in effect, from the token or from the client. */
  readonly setup: ReceivedSetup | null;
  /** All of the visitor's sound so far. */
  heard(): Sound;
  /** The visitor's spoken turns. */
  readonly understood: readonly Understood[];
  /** Client messages in the order they came. */
  readonly received: readonly { type: string }[];
  /** What it refused of them: empty for a client that knows the protocol. */
  readonly refused: readonly string[];
  /** Outputs of tools in the order they came. */
  readonly outputs: readonly { call_id: string; output: string }[];
  /** `hung up`: by the service; `left`: by the page; `dropped`, `expired`: by the methods below. */
  readonly over: null | "hung up" | "left" | "dropped" | "expired";
  /** The connection breaks, with no goodbye. */
  drop(): void;
  /** The vendor's longest duration is reached. */
  expire(): void;
  /** An error code of the vendor's in the middle of a call, which goes on after it: on the same connection, or on a new one. */
  stumble(): void;
}

/** One request at the vendor's HTTP api. */
export interface LoggedRequest {
  what: string;
  status: number;
  /** Why it was refused. */
  reason: string | null;
}

export interface StandIn {
  /** For the Worker's `*_BASE_URL`, without a path. */
  readonly origin: string;
  /** The service's key here; it may never be seen anywhere else. */
  readonly key: string;
  mint: MintScenario;
  /** It cannot be reached, neither for a token nor for a call. */
  unreachable: boolean;
  /** What the agent says first, where agents are kept at the vendor. */
  greeting?: string;
  /** What the newest token request brought; `null` where a vendor's takes no settings. */
  readonly setup: ReceivedSetup | null;
  readonly safety_identifier: string | null;
  /** Oldest first. */
  readonly calls: readonly StandInCall[];
  readonly requests: readonly LoggedRequest[];
  /** Every word that its error bodies have and no visitor may read. */
  readonly unspeakable: string;
  close(): Promise<void>;
}
