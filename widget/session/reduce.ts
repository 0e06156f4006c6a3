import type { EndReason } from "../../shared/session.ts";
import type { SessionErrorCode, SessionFault } from "../errors.ts";
import type { Playback } from "../transport/transport.ts";
import type { SourceLink } from "./sources.ts";
import {
  type Activity,
  type ConnectingState,
  type InputMode,
  isInConversation,
  isLive,
  type LiveState,
  type Message,
  type ReportAnswer,
  type Role,
  type SessionInfo,
  type SessionState,
  type TranscriptState,
} from "./state.ts";

/** What may change the state. */
export type SessionAction =
  | { type: "started"; input: InputMode; transcript?: readonly Message[] }
  | { type: "opened"; session: SessionInfo }
  | { type: "connected"; remaining_seconds: number; at: number }
  /** A visitor who typed so far begins to speak. */
  | { type: "voice_started" }
  | { type: "microphone_lost"; fault: SessionErrorCode }
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
      unsent?: boolean;
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

type MessageAction = Omit<Message, "interrupted"> & { type: unknown; delta?: string };

const QUIET: Activity = { awaiting: false, streaming: false, playback: "none" };

/** The next state; the same object where the action changes nothing. */
export function reduce(state: SessionState, action: SessionAction): SessionState {
  if (action.type === "started")
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
  return isInConversation(state) ? change(state, action) : state;
}

function change(state: ConnectingState | LiveState, action: Exclude<SessionAction, { type: "started" }>): SessionState {
  switch (action.type) {
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
      return { ...state, input: "voice", microphone: null, muted: false };
    case "microphone_lost":
      return { ...state, input: "text", microphone: action.fault, muted: false };
    case "asking":
      return { ...state, asking: action.asking };
    case "typed_instead":
      return { ...state, input: "text" };
    case "muted":
      return state.muted !== action.muted ? { ...state, muted: action.muted } : state;
    case "paused":
      return isLive(state) && state.paused !== action.paused ? { ...state, paused: action.paused } : state;
    case "audio_blocked":
      return state.audio_blocked !== action.blocked ? derive({ ...state, audio_blocked: action.blocked }) : state;
    case "answered":
      return isLive(state)
        ? { ...state, remaining_seconds: action.session.remaining_seconds, answered: action.session }
        : state;
    case "item_placed":
      return place(state, action.id, action.after);
    case "message":
      return write(state, action.id, messageOf(state, action));
    case "message_delta": {
      const text = (findMessage(state, action.id)?.text ?? "") + action.delta;
      return write(state, action.id, messageOf(state, { ...action, text, final: false }));
    }
    case "message_interrupted": {
      const message = findMessage(state, action.id);
      return message ? write(state, action.id, { ...message, final: true, interrupted: true }) : state;
    }
    case "awaiting":
    case "streaming":
    case "playback": {
      const { type: _, ...change } = action;
      return setActivity(state, change);
    }
    case "reconnecting":
      return isLive(state) && state.reconnecting !== action.active ? { ...state, reconnecting: action.active } : state;
    case "disconnected":
      return isLive(state)
        ? { ...derive({ ...state, activity: QUIET }), ...closedAfterLoss(state), reconnecting: true }
        : state;
    case "failed":
      return { status: "error", ...finished(state), session: state.session, error: action.error };
    case "ended":
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

function setActivity(state: ConnectingState | LiveState, change: Partial<Activity>): SessionState {
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
function messageOf(state: TranscriptState, { type: _, delta: __, ...action }: MessageAction): Message {
  const before = findMessage(state, action.id);
  const args = action.arguments ?? before?.arguments;
  return {
    ...action,
    at: before?.at ?? action.at,
    ...(args && { arguments: args }),
    // A late piece of an interrupted answer does not reopen it.
    ...(before?.interrupted && { interrupted: true, final: true }),
  };
}

function write<S extends TranscriptState>(state: S, id: string, message: Message): S {
  // Vendors promise no order: a piece may come after the whole.
  if (!message.final && findMessage(state, id)?.final) return state;
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
