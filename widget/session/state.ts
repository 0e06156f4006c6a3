// Long: the one union of states and the one reducer over it are read together.
import type { Handler } from "../../shared/person.ts";
import type { EndReason } from "../../shared/session.ts";
import type { MicrophoneFault, SessionFault } from "../errors.ts";
import type { Playback } from "../transport/transport.ts";
import type { SourceLink } from "./sources.ts";

/** How the visitor speaks to the agent. The agent may be heard in both. */
export type InputMode = "voice" | "text";

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
  /** Typed by the visitor, and not sent yet. */
  readonly unsent?: true;
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

/** What was said, in each state. */
interface TranscriptState {
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
  /** Why there is no microphone, else `null`. Always `null` when none was asked for. */
  readonly microphone: MicrophoneFault | null;
  /** The browser asks for the microphone, and the visitor has not answered for a while. */
  readonly asking?: boolean;
  /** The browser plays no sound until a click calls `VoiceSession.resumeAudio()`. */
  readonly audio_blocked: boolean;
}

export interface IdleState extends TranscriptState {
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
export interface EndedState extends TranscriptState {
  readonly status: "ended";
  readonly reason: EndReason;
  /** Whether it came about: whoever hung up before it was connected had none. */
  readonly connected: boolean;
  readonly session: SessionInfo | null;
}
export interface ErrorState extends TranscriptState {
  readonly status: "error";
  readonly error: SessionFault;
  readonly session: SessionInfo | null;
}

/** A conversation at one moment: an immutable snapshot. Each status carries only what exists then. */
export type SessionState = IdleState | ConnectingState | LiveState | EndedState | ErrorState;
export type Status = SessionState["status"];

/** What may change the state. */
export type SessionAction =
  | { type: "started"; input: InputMode; transcript?: readonly Message[] }
  | { type: "opened"; session: SessionInfo }
  | { type: "connected"; remaining_seconds: number; at: number }
  /** A visitor who typed so far begins to speak. */
  | { type: "voice_started" }
  | { type: "microphone_lost"; fault: MicrophoneFault }
  | { type: "asking"; asking: boolean }
  /** The visitor types instead of answering the browser's question. */
  | { type: "typed_instead" }
  | { type: "muted"; muted: boolean }
  | { type: "paused"; paused: boolean }
  | { type: "audio_blocked"; blocked: boolean }
  | { type: "answered"; session: ReportAnswer }
  /** An item has its place: right after `after`, or first when that is `null`. */
  | { type: "item_placed"; id: string; after: string | null }
  /** The whole text of a message; a final empty one takes the message away. */
  | {
      type: "message";
      id: string;
      role: Role;
      text: string;
      final: boolean;
      at: number;
      unsent?: true;
      person?: string;
      arguments?: Readonly<Record<string, unknown>>;
      sources?: readonly SourceLink[];
    }
  | { type: "message_delta"; id: string; role: Role; delta: string; at: number }
  | { type: "message_interrupted"; id: string }
  | { type: "awaiting"; awaiting: boolean }
  | { type: "streaming"; streaming: boolean }
  | { type: "playback"; playback: Playback }
  | { type: "reconnecting"; active: boolean }
  /** The connection is lost, and with it the answer that was being spoken; another one is being opened. */
  | { type: "disconnected" }
  | { type: "failed"; error: SessionFault }
  | { type: "ended"; reason: EndReason };

const QUIET: Activity = { awaiting: false, streaming: false, playback: "none" };
export const IDLE: SessionState = { status: "idle", transcript: [], order: [] };

/** The next state; the same object where the action changes nothing. */
export function reduce(state: SessionState, action: SessionAction): SessionState {
  switch (action.type) {
    case "started":
      return {
        status: "connecting",
        transcript: action.transcript ?? [],
        order: action.transcript?.map(({ id }) => id) ?? [],
        input: action.input,
        muted: false,
        paused: false,
        microphone: null,
        audio_blocked: false,
        session: null,
      };
    case "opened":
      return state.status === "connecting" ? { ...state, session: action.session } : state;
    case "connected":
      if (state.status !== "connecting" || !state.session) return state;
      return {
        ...state,
        status: "listening",
        session: state.session,
        remaining_seconds: action.remaining_seconds,
        connected_at: action.at,
        activity: QUIET,
        reconnecting: false,
      };
    case "voice_started":
      return isInConversation(state) ? { ...state, input: "voice", microphone: null, muted: false } : state;
    case "microphone_lost":
      return isInConversation(state) ? { ...state, input: "text", microphone: action.fault, muted: false } : state;
    case "asking":
      return isInConversation(state) ? { ...state, asking: action.asking } : state;
    case "typed_instead":
      return isInConversation(state) ? { ...state, input: "text" } : state;
    case "muted":
      return isInConversation(state) && state.muted !== action.muted ? { ...state, muted: action.muted } : state;
    case "paused":
      return isLive(state) && state.paused !== action.paused ? { ...state, paused: action.paused } : state;
    case "audio_blocked":
      return isInConversation(state) && state.audio_blocked !== action.blocked
        ? derive({ ...state, audio_blocked: action.blocked })
        : state;
    case "answered":
      return isLive(state)
        ? { ...state, remaining_seconds: action.session.remaining_seconds, answered: action.session }
        : state;
    case "item_placed":
      return isInConversation(state) ? place(state, action.id, action.after) : state;
    case "message":
      return isInConversation(state) ? write(state, action.id, messageOf(state, action)) : state;
    case "message_delta": {
      if (!isInConversation(state)) return state;
      const text = (findMessage(state, action.id)?.text ?? "") + action.delta;
      return write(state, action.id, messageOf(state, { ...action, text, final: false }));
    }
    case "message_interrupted": {
      const message = isInConversation(state) && findMessage(state, action.id);
      return isInConversation(state) && message
        ? write(state, action.id, { ...message, final: true, interrupted: true })
        : state;
    }
    case "awaiting":
      return setActivity(state, { awaiting: action.awaiting });
    case "streaming":
      return setActivity(state, { streaming: action.streaming });
    case "playback":
      return setActivity(state, { playback: action.playback });
    case "reconnecting":
      return isLive(state) && state.reconnecting !== action.active ? { ...state, reconnecting: action.active } : state;
    case "disconnected":
      return isLive(state)
        ? { ...derive({ ...state, activity: QUIET }), ...closedAfterLoss(state), reconnecting: true }
        : state;
    case "failed":
      if (!isInConversation(state)) return state;
      return { status: "error", ...finished(state), session: state.session, error: action.error };
    case "ended":
      if (!isInConversation(state)) return state;
      return {
        status: "ended",
        ...finished(state),
        session: state.session,
        reason: action.reason,
        connected: isLive(state),
      };
    default:
      return action satisfies never;
  }
}

/** Whether a conversation runs; connecting counts. */
export function isInConversation(state: SessionState): state is ConnectingState | LiveState {
  return state.status === "connecting" || isLive(state);
}

export function isLive(state: SessionState): state is LiveState {
  return state.status === "listening" || state.status === "thinking" || state.status === "speaking";
}

function setActivity(state: SessionState, change: Partial<Activity>): SessionState {
  if (!isLive(state)) return state;
  const { activity } = state;
  if (Object.entries(change).every(([key, value]) => activity[key as keyof Activity] === value)) return state;
  return derive({ ...state, activity: { ...activity, ...change } });
}

/** `speaking` only while something is heard or written. Audio that the browser blocks is not waited for. */
function derive<S extends ConnectingState | LiveState>(state: S): S {
  if (!isLive(state)) return state;
  const { awaiting, streaming, playback } = state.activity;
  const pending = playback === "pending" && !state.audio_blocked;
  const status = streaming || playback === "playing" ? "speaking" : awaiting || pending ? "thinking" : "listening";
  return { ...state, status };
}

function findMessage(state: TranscriptState, id: string): Message | undefined {
  return state.transcript.find((message) => message.id === id);
}

/** The message after the action; `at`, `arguments` and an interruption stay as they were first. */
function messageOf(state: TranscriptState, action: Omit<Message, "interrupted">): Message {
  const before = findMessage(state, action.id);
  const message: Message = {
    id: action.id,
    role: action.role,
    text: action.text,
    final: action.final,
    at: before?.at ?? action.at,
  };
  const args = action.arguments ?? before?.arguments;
  return {
    ...message,
    ...(args && { arguments: args }),
    ...(action.unsent && { unsent: true }),
    ...(action.person && { person: action.person }),
    ...(action.sources && { sources: action.sources }),
    // A late piece of an interrupted answer does not reopen it.
    ...(before?.interrupted && { interrupted: true, final: true }),
  };
}

function write<S extends TranscriptState>(state: S, id: string, message: Message): S {
  const order = state.order.includes(id) ? state.order : [...state.order, id];
  const others = state.transcript.filter((other) => other.id !== id);
  const shown = message.text !== "" || !message.final;
  return { ...state, order, transcript: sorted(shown ? [...others, message] : others, order) };
}

/** A predecessor that has not come yet is given its place too. */
function place<S extends TranscriptState>(state: S, id: string, after: string | null): S {
  const order = state.order.filter((other) => other !== id);
  if (after !== null && !order.includes(after)) {
    const own = state.order.indexOf(id);
    order.splice(own < 0 ? order.length : own, 0, after, id);
  } else {
    order.splice(after === null ? 0 : order.indexOf(after) + 1, 0, id);
  }
  if (order.every((other, index) => other === state.order[index])) return state;
  return { ...state, order, transcript: sorted(state.transcript, order) };
}

function sorted(transcript: readonly Message[], order: readonly string[]): Message[] {
  const rank = new Map(order.map((id, index) => [id, index]));
  return [...transcript].sort((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0));
}

/** The transcript without its connection: the agent was interrupted in its answer. Tool calls go on. */
function closedAfterLoss(state: ConnectingState | LiveState): Pick<TranscriptState, "transcript"> {
  const heard = state.transcript.findLast(({ role }) => role !== "tool");
  const transcript = state.transcript
    .filter(({ text, final }) => final || text !== "")
    .map((message): Message => {
      if (message.role === "tool") return message;
      const cut = message.role === "agent" && (!message.final || (message === heard && state.status === "speaking"));
      return { ...message, final: true, ...(cut && { interrupted: true }) };
    });
  return { transcript };
}

/** The transcript after the end: all that was said, every message final. */
function finished(state: ConnectingState | LiveState): TranscriptState {
  const transcript = closedAfterLoss(state).transcript.filter((message) => message.text !== "");
  return { order: state.order, transcript: transcript.map((message) => ({ ...message, final: true })) };
}
