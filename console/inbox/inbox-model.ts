import type { LiveMessage, LiveSession } from "../../shared/live.ts";
import type { SessionShown } from "../answers.ts";
import type { Call } from "./call-state.ts";
import { type Whisper, withLive } from "./live-lines.ts";

/** What the inbox knows. Times are unix milliseconds. */

/** `over`: the project is gone, nothing more comes. */
export type Connection = "connecting" | "open" | "offline" | "over";

/** `about`: what the list of conversations says of one that had ended before the inbox was opened. */
export type ListedSession = LiveSession & { ended_at: number | null; about: string | null };

/** `message` is for the visitor, `whisper` for the agent alone. */
export type LineKind = "message" | "whisper";

/** A line on its way to the visitor. `unsure`: the connection broke before the service said that it has it. */
export interface Outgoing {
  session_id: string;
  text: string;
  at: number;
  unsure: boolean;
}

/** The open conversation: its record, what came since, and both together. */
export interface Chosen {
  session_id: string;
  record: SessionShown | null;
  lines: readonly LiveMessage[];
  shown: SessionShown | null;
  /** Since when the visitor types, while they do. */
  typing_at: number | null;
  /** The last message that the visitor has read. */
  seen: string | null;
}

/** What the service refused, in its words; shown beside what was tried. */
export interface Refusal {
  of: string;
  session_id: string | null;
  detail: string;
}

export interface InboxState {
  connection: Connection;
  /** What runs, and what ended today. */
  sessions: ReadonlyMap<string, ListedSession>;
  chosen: Chosen | null;
  /** Conversations that were joined in this tab, and the name that visitors see there. */
  joined: ReadonlyMap<string, string>;
  /** What was asked of the service and is not answered yet. */
  asked: { of: "join" | "release"; session_id: string } | null;
  outgoing: readonly Outgoing[];
  whispers: readonly (Whisper & { session_id: string })[];
  /** What is typed and not sent, by `draftKey`. */
  drafts: ReadonlyMap<string, string>;
  /** New lines of visitors in conversations that are not read now. */
  unread: ReadonlyMap<string, number>;
  refusal: Refusal | null;
  call: Call | null;
  /** The newest of what a screen reader says, each once. */
  news: readonly { id: number; text: string }[];
}

/** Before anything came. */
export const START: InboxState = {
  connection: "connecting",
  sessions: new Map(),
  chosen: null,
  joined: new Map(),
  asked: null,
  outgoing: [],
  whispers: [],
  drafts: new Map(),
  unread: new Map(),
  refusal: null,
  call: null,
  news: [],
};

/** How many of the newest lines a screen reader gets; the live region keeps no more. */
const MOST_NEWS = 8;

export const draftKey = (session_id: string, kind: LineKind): string => `${session_id} ${kind}`;

export const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  new Map(map).set(key, value);
export const without = <K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> =>
  new Map([...map].filter(([other]) => other !== key));

/** Whether this tab's person has it. */
export const isMine = ({ sessions, joined }: InboxState, session_id: string): boolean => {
  const name = joined.get(session_id);
  return name !== undefined && isWith(sessions.get(session_id), name);
};

/** Whether a person of this name has it. */
export const isWith = (session: ListedSession | undefined, name: string): boolean =>
  isWithPerson(session) && session?.person?.name === name;

export const isWithPerson = (session: ListedSession | undefined): boolean =>
  session !== undefined && session.status !== "ended" && session.handled_by === "person";

/** Rebuilds the view of the chosen conversation after a change of its record, lines or whispers. */
export function withShown(state: InboxState): InboxState {
  const { chosen } = state;
  if (!chosen?.record) return state;
  const { session_id, record, lines } = chosen;
  const whispers = state.whispers.filter((one) => one.session_id === session_id);
  return { ...state, chosen: { ...chosen, shown: withLive(record, lines, whispers) } };
}

export function withNews(state: InboxState, text: string | null): InboxState {
  if (text === null) return state;
  const id = (state.news.at(-1)?.id ?? 0) + 1;
  return { ...state, news: [...state.news, { id, text }].slice(-MOST_NEWS) };
}
