import type { FrameToInbox, LiveMessage, LiveSession } from "../../shared/live.ts";
import type { SessionListed } from "../answers.ts";
import { aboutSession } from "../parts/session-lines.ts";
import { callAfter, callHeard } from "./call-state.ts";
import {
  type Chosen,
  type InboxState,
  isMine,
  isWith,
  isWithPerson,
  type ListedSession,
  type Outgoing,
  withEntry,
  withNews,
  withShown,
} from "./inbox-model.ts";
import { lineRefused } from "./own-lines.ts";
import { sessionGroups } from "./session-groups.ts";

/** What a frame of the service changes. @param at when it came, unix milliseconds */
export function framed(state: InboxState, frame: FrameToInbox, at: number): InboxState {
  switch (frame.type) {
    case "sessions": {
      const now = new Map(frame.items.map((item) => [item.session_id, listed(item, at)]));
      // What went on while the connection was gone has no frame of its own.
      const gone = [...state.sessions.values()].filter(({ session_id }) => !now.has(session_id));
      for (const session of gone) now.set(session.session_id, over(session, at));
      return withShown(withSessions(state, now));
    }
    case "session": {
      const { type: _, ...item } = frame;
      return changed(state, listed(item, at));
    }
    case "message":
      return said(state, frame);
    case "typing":
      return ofChosen(state, frame.session_id, { typing_at: frame.on ? at : null });
    case "seen":
      return ofChosen(state, frame.session_id, { seen: frame.id });
    case "signal":
      // Told to every tab of the person who has it.
      return isMine(state, frame.session_id) ? { ...state, call: callHeard(state.call, frame) } : state;
    case "error":
      return refused(state, frame);
  }
}

/** What had ended before the inbox was opened: no frame tells of it. */
export function withEnded(state: InboxState, ended: readonly SessionListed[]): InboxState {
  const sessions = new Map(state.sessions);
  for (const session of ended) {
    const { id, agent_id, agent_name, started_at, ended_at, summary } = session;
    if (!sessions.has(id))
      sessions.set(id, {
        ...{ session_id: id, agent_id, agent_name, since: started_at, ended_at, summary, about: aboutSession(session) },
        ...{ handled_by: "agent", status: "ended", waiting_since: null, reason: null, page: null, person: null },
      });
  }
  return withSessions(state, sessions);
}

const listed = (item: LiveSession, at: number): ListedSession => ({
  ...item,
  about: null,
  ended_at: item.status === "ended" ? at : null,
});
const over = (session: ListedSession, at: number): ListedSession =>
  session.status === "ended" ? session : { ...session, status: "ended", ended_at: at };

/** What ended goes from the list after so many that ended later. */
const MOST_ENDED = 100;

function withSessions(state: InboxState, sessions: InboxState["sessions"]): InboxState {
  const { call, joined } = state;
  const { ended } = sessionGroups(sessions);
  const gone = new Set(ended.slice(MOST_ENDED).map(({ session_id }) => session_id));
  return {
    ...state,
    sessions: new Map([...sessions].filter(([id]) => !gone.has(id))),
    joined: new Map([...joined].filter(([id, name]) => isWith(sessions.get(id), name))),
    call: call && isWithPerson(sessions.get(call.session_id)) ? call : null,
  };
}

function changed(state: InboxState, session: ListedSession): InboxState {
  const before = state.sessions.get(session.session_id);
  const sessions = withEntry(state.sessions, session.session_id, {
    ...session,
    ended_at: before?.ended_at ?? session.ended_at,
  });
  const { asked } = state;
  const answered = asked?.session_id === session.session_id && answers(session, asked.of);
  const person = answered && asked.of === "join" && isWithPerson(session) ? session.person : null;
  const joined = person ? withEntry(state.joined, session.session_id, person.name) : state.joined;
  const next = { ...withNews(state, changeInWords(before, session)), joined, asked: answered ? null : asked };
  return withSessions(next, sessions);
}

/** Whether a change is what was asked for, or makes it impossible; a conversation changes for other reasons meanwhile. */
const answers = (session: ListedSession, of: "join" | "release"): boolean =>
  session.status === "ended" || isWithPerson(session) === (of === "join");

/** What a screen reader says of a change that somebody may have to act on. */
function changeInWords(before: ListedSession | undefined, now: ListedSession): string | null {
  if (now.status === "ended")
    return before?.status === "ended" ? null : `The conversation with ${now.agent_name} ended`;
  if (now.handled_by === before?.handled_by) return null;
  switch (now.handled_by) {
    case "waiting":
      return `Somebody waits for a person: ${now.reason ?? now.agent_name}`;
    case "person":
      return `${now.person?.name ?? "A person"} joined`;
    case "agent":
      return before === undefined ? null : `${now.agent_name} has the conversation again`;
  }
}

function said(state: InboxState, { type: _, session_id, ...line }: FrameToInbox & { type: "message" }): InboxState {
  const mine = line.role === "person" ? state.outgoing.findIndex((one) => isSent(one, session_id, line.text)) : -1;
  const outgoing = mine < 0 ? state.outgoing : state.outgoing.toSpliced(mine, 1);
  if (state.chosen?.session_id !== session_id) {
    if (line.role !== "user") return { ...state, outgoing };
    return { ...state, outgoing, unread: withEntry(state.unread, session_id, (state.unread.get(session_id) ?? 0) + 1) };
  }
  const index = state.chosen.lines.findIndex(({ id }) => id === line.id);
  // A page's report says nothing of what a person wrote, also after that gave the conversation back.
  if (line.role !== "person" && state.chosen.lines[index]?.role === "person") return { ...state, outgoing };
  const lines = index < 0 ? [...state.chosen.lines, line] : state.chosen.lines.with(index, line);
  const typing_at = line.role === "user" ? null : state.chosen.typing_at;
  const next = { ...state, outgoing, chosen: { ...state.chosen, lines, typing_at } };
  return withShown(index < 0 && mine < 0 ? withNews(next, `${speaker(state, session_id, line)}: ${line.text}`) : next);
}

const isSent = (line: Outgoing, session_id: string, text: string) =>
  line.session_id === session_id && line.text === text;

const speaker = ({ sessions }: InboxState, session_id: string, { role, name }: Omit<LiveMessage, "id">): string =>
  role === "user"
    ? "Visitor"
    : role === "agent"
      ? (sessions.get(session_id)?.agent_name ?? "Agent")
      : (name ?? "A person");

function ofChosen(state: InboxState, session_id: string, change: Partial<Chosen>): InboxState {
  return state.chosen?.session_id === session_id ? { ...state, chosen: { ...state.chosen, ...change } } : state;
}

function refused(state: InboxState, frame: FrameToInbox & { type: "error" }): InboxState {
  const { of, detail, session_id = null } = frame;
  const refusal = { of, session_id, detail };
  if (of === "join" || of === "release") return { ...state, refusal, asked: null };
  if (of === "signal") return { ...state, refusal, call: callAfter(state.call, { type: "refused" }) };
  if (of === "message" || of === "whisper") return lineRefused(state, of, refusal);
  return { ...state, refusal };
}
