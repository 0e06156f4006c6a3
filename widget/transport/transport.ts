import type { Connection, IceServer } from "../../shared/session.ts";
import type { AudioDevice } from "../audio/audio-device.ts";
import type { Microphone } from "../audio/microphone.ts";
import type { SessionErrorCode, SessionFault } from "../errors.ts";
import type { PreparedPeer } from "./peer.ts";

/** Agent audio: none to play, received but not yet heard, or being heard. */
export type Playback = "none" | "pending" | "playing";

/** What happens in a conversation, in the same events for all vendors. */
export type TransportEvent =
  /** An item of the conversation has its place: right after `after`, or first when that is `null`. */
  | { type: "item"; id: string; after: string | null }
  /** The visitor began to speak: a new item of theirs. */
  | { type: "speech_started"; id: string }
  /** The visitor's turn is over: an answer will come. */
  | { type: "speech_stopped"; id: string }
  /** What the visitor said. A final empty text: nothing was understood. */
  | { type: "user_transcript"; id: string; text: string; final: boolean }
  /** More of what the agent says; `spoken` when it is to be heard too. */
  | { type: "agent_delta"; id: string; delta: string; spoken: boolean }
  /** All of what the agent says. `provisional`: sent again once it was heard, or cut to what was heard. Empty: nothing was heard. */
  | { type: "agent_transcript"; id: string; text: string; provisional?: boolean }
  | { type: "turn_started" }
  /** The agent's answer is complete (it may still be heard); `more` when it goes on by itself after a tool. */
  | { type: "turn_done"; more: boolean }
  /** The agent was cut short; these items were not heard to their end. */
  | { type: "interrupted"; ids: string[] }
  | { type: "playback"; playback: Playback }
  | { type: "tool_call"; call: ToolCall }
  /** What the vendor says a response or an item cost, as it said it; the same id again counts once. */
  | { type: "usage"; id: string; reported: unknown }
  /** Something went wrong, the conversation goes on. */
  | { type: "error"; code: SessionErrorCode; message: string }
  /** The connection is lost for a moment, or is back: the conversation goes on. */
  | { type: "reconnecting"; active: boolean }
  /** The vendor will hang up in so many milliseconds: the conversation needs another connection by then. */
  | { type: "leaving"; in_ms: number }
  /**
   * The vendor closed the connection. `expired`: its longest duration is over. `orderly`: it said goodbye. `fault`: what it
   * complained of.
   */
  | { type: "closed"; expired: boolean; orderly: boolean; message: string; fault?: SessionFault | undefined };

/** What a protocol may say besides: when each character of the sound that comes next is spoken, milliseconds from its beginning. */
export type WireEvent = TransportEvent | { type: "agent_timing"; starts_ms: readonly number[] };

/** What the speaker has received of the agent's sound, milliseconds by item, and how much of which item was heard. */
export interface SpokenSound {
  readonly receivedMs: ReadonlyMap<string, number>;
  readonly heardNow: { readonly item: string | null; readonly played_ms: number };
}

/**
 * Takes the events of a connection, and emits them when their words are heard.
 * @param sound `null` where it moves as media
 * @param connection its end is theirs
 * @param greeting the item whose text was emitted before; empty without one
 */
export type Caption = (
  emit: (event: TransportEvent) => void,
  sound: SpokenSound | null,
  connection: { readonly closed: boolean },
  greeting: string,
) => (event: WireEvent) => void;

export interface ToolCall {
  /** Of the item in the conversation. */
  id: string;
  call_id: string;
  name: string;
  /** JSON, as the model wrote it. */
  arguments: string;
}

/** What a vendor's protocol knows of its connection. */
export interface ProtocolOptions {
  url: string;
  token: string;
  /** The first client message, for a vendor whose token cannot carry the set-up. */
  setup?: Record<string, unknown> | undefined;
  /** Facts about the visitor, only where the service could not tell the vendor. */
  context?: Readonly<Record<string, unknown>> | undefined;
  /** The page's own first words for the agent, only where the vendor's agent greets by itself. */
  initial_message?: string | undefined;
  /** What was said on an earlier connection, only where the service could not tell the vendor. The agent has greeted then. */
  history?: string | undefined;
  ice_servers: IceServer[] | null;
  /** Our end of the call, where the vendor has already answered its offer: see `answer`. */
  prepared?: PreparedPeer | undefined;
  answer?: string | undefined;
  /** The vendor's id of that call. */
  call_id?: string | null | undefined;
  /** Whether a microphone may be added; without one, sound is only received. */
  speaks?: boolean | undefined;
  /** `null` where the page has no Web Audio, or while the visitor only reads: then only text is received. */
  device: AudioDevice | null;
  /** The visitor only reads, until `attach()`: an agent that can answer in text alone does. */
  text_only?: boolean | undefined;
  /** Where speech of the visitor does not interrupt the agent at once; see `Connection`. */
  interruptions?: Connection["interruptions"];
}

/** Options of one connection. The caller owns everything in it and closes it. */
export interface TransportOptions extends ProtocolOptions {
  protocol: Connection["protocol"];
  emit(event: TransportEvent): void;
  /** Loads what holds the agent's words back until they are heard. */
  loadCaptions: () => Promise<{ caption: Caption }>;
  /** Counts a message that this version does not understand; answers with how many of its kind came. */
  unknown(kind: string): number;
}

/** What a transport uses underneath. */
export type RawConnection = WebSocket | RTCPeerConnection;

/** A connection to a vendor. Its opener must close it; after `close()` nothing is emitted. */
export interface Transport {
  /** Resolves when the vendor listens, with its id of the call if it has one. Rejects if it cannot be connected. */
  connect(): Promise<{ call_id?: string | undefined }>;
  /** From now on the agent is heard here. */
  attach(device: AudioDevice): void;
  /** From now on the vendor hears this microphone. */
  hear(microphone: Microphone): Promise<void>;
  /** Has the agent say this first. */
  greet(text: string): void;
  /** The visitor typed; `id` (at most 32 characters) names the item. Interrupts a speaking agent. */
  sendText(id: string, text: string): void;
  /** Tells the agent something without an answer. `subject`: a later note of the same takes this one's place. */
  sendNote(text: string, subject?: string): void;
  /** The result of one tool call, as the model shall read it; `failed` where that is the tool's failure. */
  answerTool(call_id: string, output: string, failed?: boolean): void;
  /** The visitor has said something: what the agent says next is an answer. */
  isAnswering?: boolean;
  /** Stops the agent's answer. */
  interrupt(): void;
  /** The visitor types: for vendors whose agent then waits. */
  typing?(): void;
  /** The visitor's opinion, 1 to 5, of what the agent said last: for vendors who keep it. */
  rate?(rating: number): void;
  /** How loud the agent is right now, 0 to 1. */
  readonly level: number;
  /** The connection underneath, for its statistics only. */
  readonly connection?: RawConnection | null;
  /** When the vendor's last message came, unix milliseconds. Without it a lost connection cannot be told from a quiet one. */
  readonly lastMessageAt?: number;
  /** Whether the vendor confirms each message at once. */
  readonly confirms?: boolean;
  /** Bytes of the largest message that the connection takes. */
  readonly maxMessageBytes: number;
  close(): void;
}

/** What a core (WebSocket or WebRTC) offers to a vendor's protocol. */
export interface Wire {
  send(message: object): void;
  /** The vendor listens from now on. */
  opened(call_id?: string): void;
  /** Plays base64 PCM of an item at `Protocol.rates.output`. Cores that move sound as media never get any. */
  play(item: string, pcm: string): void;
  /** All sound of the current answer has come. */
  finish(): void;
  /** Silence now; says what of each unfinished item was heard. */
  flush(): { item: string; played_ms: number }[];
  /** The close that follows means that the vendor's longest duration is over. */
  expired(): void;
  /** Holds the agent's sound back or lets it through again; only where it moves as media. */
  hush?(silent: boolean): void;
  /** The vendor ends the call: what came is heard out, then it is over; only where the connection is a socket. */
  goodbye?(): void;
  /** A message of a kind that this protocol does not know. */
  unknown?(kind: string): void;
  emit(event: WireEvent): void;
}

/** One call of the wire, by a name that no build shortens. What a reducer of a vendor's messages answers with. */
export type WireCall = {
  [Name in keyof Wire]-?: [Name, ...Parameters<NonNullable<Wire[Name]>>];
}[Exclude<keyof Wire, "expired" | "hush" | "flush">];

/** A vendor's protocol, for any core. */
export interface Protocol
  extends Pick<Transport, "greet" | "sendText" | "sendNote" | "answerTool" | "interrupt" | "typing" | "rate"> {
  /** PCM rates on the wire, hertz; read when the vendor listens (`Wire.opened`), so a vendor may choose until then. */
  readonly rates: { input: number; output: number };
  address(): { url: string; protocols: string[] };
  /** The socket or data channel is open: for vendors that expect a first message. */
  open?(): void;
  /** Any JSON object that came. A `SessionError` before `Wire.opened()` refuses the call. */
  receive(message: Record<string, unknown>): void;
  /** The message that carries base64 PCM of the microphone. */
  audio(pcm: string): object;
  /** The message that says that no sound follows for a while. Without one, a muted microphone's silence is sent. */
  pause?(): object;
  /** Whether the vendor confirms each message at once, long before it answers. */
  readonly confirms?: boolean;
  /** Whether the offer must hold all candidates; only where sound moves as media. */
  readonly gathers?: boolean;
  /** Whether the agent is audible, called at each check; for vendors whose sound moves as media and that send no event for it. */
  sounds?(audible: boolean): void;
  /** Nothing is left to play: all sound that came was heard, or flushed. */
  onPlaybackEnd?(): void;
  /** The vendor said that it will hang up for a reason of its own: its close does not end the conversation. */
  readonly leaving?: boolean;
  /** The fault behind a close that is no goodbye, where the vendor names one. */
  fault?(code: number, reason: string): SessionFault | undefined;
}

export type CreateProtocol = (wire: Wire, options: ProtocolOptions) => Protocol;
/** A core around a protocol. */
export type CreateCore = (createProtocol: CreateProtocol, options: TransportOptions) => Transport;
export type CreateTransport = (options: TransportOptions) => Transport;
