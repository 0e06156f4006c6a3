import type { StandIn, StandInCall } from "../harness/vendors/stand-in.ts";

/** A vendor as the suite wants it described. A new vendor adds one of these, no assertions. */
export interface Vendor {
  /** As in `PROVIDER_A`. */
  name: string;
  /** `null`: it is built in. */
  standIn: (() => Promise<StandIn>) | null;
  /** The Worker reaches it through its binding of Workers AI, not at an address. */
  isBinding?: true;
  /** Variables of the Worker that lead to the stand-in. */
  env(standIn: StandIn): Record<string, string>;
  /** Fields of the agent that belong to this vendor. */
  agent: Record<string, unknown>;
  /** What the start response says of the connection; `url` is matched. */
  connection: {
    protocol: string;
    transport: "webrtc" | "websocket";
    url: RegExp;
    /** The client has to say something first, though the settings are in the token. */
    setup?: boolean;
  };
  /** What the vendor is told of the agent when the agent says nothing itself; a pattern. */
  defaults: { model: RegExp | null; voice: RegExp };
  /** What it gives and can do. */
  can: {
    /** The settings go into the token, not through the page. */
    bake: boolean;
    /** It takes a hash of the visitor. */
    safetyIdentifier: boolean;
    iceServers: boolean;
    /** The service ends its calls by a request of its own; elsewhere it closes the connection, or cannot. */
    hangUp: boolean;
    /** Several tool calls in one answer. */
    parallelCalls: boolean;
    /** It writes down what the visitor says. */
    transcribe: boolean;
    /** It lets the service place the call: the page gets a token and an address of ours. */
    place: boolean;
    /** It says on the connection what an answer cost. */
    usage: boolean;
  };
  /** Workers AI, which is bound beside it: it hears with that where the agent knows pages. */
  recognizer?: () => Promise<StandIn>;
  /** It, or its stand-in, looks up what it is asked, where the agent knows pages. */
  searches?: true;
  /** It tells what a tool gave in words, not as it came. */
  tellsInWords?: true;
  /** It ends no call by its length. */
  endless?: true;
  /** It gets the agent's set-up when an answer is asked for, not when the session starts. */
  getsSetupLate?: true;
  /** Whether a call that goes on with another knows of this, where the agent's instructions do not say it. */
  knows?(call: StandInCall, said: string): boolean;
  /** What the stand-in itself waits before its first sound, milliseconds. */
  waits_ms: number;
  /** The way in, where it is not `POST /session`: statuses of refusals there. */
  startRequest?: { path(agent_id: number): string; refusal(scenario: string): number };
}
