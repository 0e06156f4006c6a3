import type { InputMode } from "../../shared/input-mode.ts";
import type { Handler, PersonState } from "../../shared/person.ts";
import type { EndReason } from "../../shared/session.ts";
import type { SessionErrorCode, SessionFault } from "../errors.ts";
import type { Playback } from "../transport/transport.ts";
import type { SourceLink } from "./sources.ts";

export type { InputMode };

/** `person` is one who has taken the conversation over from the agent. */
export type Role = "user" | "agent" | "person" | "tool" | "system";

/** One message of the transcript. */
export interface Message {
  readonly id: string;
  readonly role: Role;
  /** Empty while the visitor's words are still being recognised; a tool's name for `tool`. */
  readonly text: string;
  /** `false` while the text still grows or changes; for `tool`: while it runs. */
  readonly final: boolean;
  /** When it began, unix milliseconds. */
  readonly at: number;
  /** The agent was interrupted here: not all of the text was heard. */
  readonly interrupted?: true;
  /** Of what the visitor typed: whether it waits to be sent. Missing where it was spoken. */
  readonly unsent?: boolean;
  /** The name of the person who said it, or whom the visitor said it to: the service keeps such lines itself. */
  readonly person?: string;
  /** The arguments of a tool call. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** The pages that a search of the site found. */
  readonly sources?: readonly SourceLink[];
}

/** What the service answers to a report of a session that runs. */
export interface ReportAnswer {
  readonly remaining_seconds: number;
  /** Who talks with the visitor; another implementation of the service may not say. */
  readonly handled_by?: Handler;
  /** How often to report at least, while somebody watches. */
  readonly heartbeat_seconds?: number | undefined;
  /** What a person tells the agent, and not the visitor. */
  readonly whispers?: readonly string[] | undefined;
}

export interface SessionInfo {
  readonly session_id: string;
  readonly agent_id: number;
  readonly agent_name: string;
}

/** What `listening`, `thinking` and `speaking` are derived from. */
export interface Activity {
  /** The agent owes an answer, or is preparing one. */
  readonly awaiting: boolean;
  /** Text that will not be spoken is arriving. */
  readonly streaming: boolean;
  readonly playback: Playback;
}

/** A person of the team in a conversation, or asked for. Another object whenever anything changed. */
export interface SessionPerson {
  /** `waiting`: asked for, or their connection is lost; `left`: the agent has it again; `missed`: nobody came. */
  readonly status: PersonState;
  /** Empty until somebody has joined. */
  readonly name: string;
  /** An https address, if they have one. */
  readonly picture: string | null;
  readonly typing: boolean;
  /** They have read the visitor's last line. */
  readonly seen: boolean;
}

/** What was said, in each state. */
export interface TranscriptState {
  /** In the order of the conversation, not of arrival. */
  readonly transcript: readonly Message[];
  /** Ids of all items in that order, also of those that show nothing. */
  readonly order: readonly string[];
}

interface Devices {
  /** Falls back from `voice` to `text` when the microphone cannot be had. */
  readonly input: InputMode;
  readonly muted: boolean;
  /** The microphone is silenced, and the agent is not heard. */
  readonly paused: boolean;
  /** Why the microphone cannot be had, or not be heard, else `null`. Always `null` when none was asked for. */
  readonly microphone: SessionErrorCode | null;
  /** The browser asks for the microphone, and the visitor has not answered for a while. */
  readonly asking?: boolean;
  /** The browser plays no sound until a click calls `VoiceSession.resumeAudio()`. */
  readonly audio_blocked: boolean;
}

interface IdleState extends TranscriptState {
  readonly status: "idle";
}
export interface ConnectingState extends TranscriptState, Devices {
  readonly status: "connecting";
  /** `null` until the service has answered. */
  readonly session: SessionInfo | null;
}
export interface LiveState extends TranscriptState, Devices {
  readonly status: "listening" | "thinking" | "speaking";
  readonly session: SessionInfo;
  /** The seconds that credit and the agent's longest duration allow, as the service last reported them. */
  readonly remaining_seconds: number;
  /** The service's last answer to a report. */
  readonly answered?: ReportAnswer;
  /** Unix milliseconds. */
  readonly connected_at: number;
  readonly activity: Activity;
  /** The connection is being replaced; the conversation goes on in a moment. */
  readonly reconnecting: boolean;
}
interface EndedState extends TranscriptState {
  readonly status: "ended";
  readonly reason: EndReason;
  /** Whether it came about: whoever hung up before it was connected had none. */
  readonly connected: boolean;
  readonly session: SessionInfo | null;
}
interface ErrorState extends TranscriptState {
  readonly status: "error";
  readonly error: SessionFault;
  readonly session: SessionInfo | null;
}

/** A conversation at one moment: an immutable snapshot. Each status carries only what exists then. */
export type SessionState = IdleState | ConnectingState | LiveState | EndedState | ErrorState;
export type Status = SessionState["status"];

export const IDLE: SessionState = { status: "idle", transcript: [], order: [] };

/** Whether a conversation runs; connecting counts. */
export const isInConversation = (state: SessionState): state is ConnectingState | LiveState => "input" in state;

export const isLive = (state: SessionState): state is LiveState => "activity" in state;
