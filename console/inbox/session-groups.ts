import { type InboxState, isMine, type ListedSession } from "./inbox-model.ts";

export interface SessionGroups {
  waiting: ListedSession[];
  running: ListedSession[];
  ended: ListedSession[];
}

type Sessions = InboxState["sessions"];

/** Waiting ones: the longest wait first. Running ones: those that people handle first. Ended ones: the newest first. */
export function sessionGroups(sessions: Sessions): SessionGroups {
  const all = [...sessions.values()];
  const runs = all.filter(({ status }) => status !== "ended");
  return {
    waiting: runs
      .filter(({ handled_by }) => handled_by === "waiting")
      .sort((a, b) => (a.waiting_since ?? 0) - (b.waiting_since ?? 0)),
    running: runs
      .filter(({ handled_by }) => handled_by !== "waiting")
      .sort((a, b) => Number(b.handled_by === "person") - Number(a.handled_by === "person") || b.since - a.since),
    ended: all.filter(({ status }) => status === "ended").sort((a, b) => (b.ended_at ?? 0) - (a.ended_at ?? 0)),
  };
}

/** The conversation `step` places further down the list, as it is shown; the first where none is chosen. */
export function neighbour(sessions: Sessions, chosen: string | null, step: 1 | -1): string | null {
  const { waiting, running, ended } = sessionGroups(sessions);
  const ids = [...waiting, ...running, ...ended].map(({ session_id }) => session_id);
  const at = chosen === null ? -1 : ids.indexOf(chosen);
  if (at < 0) return ids[0] ?? null;
  return ids[Math.min(Math.max(at + step, 0), ids.length - 1)] ?? null;
}

/** Conversations whose visitors wait for a person since `before`. */
export const newlyWaiting = (before: Sessions, after: Sessions): ListedSession[] =>
  sessionGroups(after).waiting.filter(({ session_id }) => {
    const earlier = before.get(session_id);
    return earlier?.handled_by !== "waiting" || earlier.status === "ended";
  });

/** Conversations whose lines are wanted: the one that is read, and all that this person has. */
export function followed(state: InboxState): Set<string> {
  const wanted = [...state.joined.keys()].filter((id) => isMine(state, id));
  const chosen = state.chosen && state.sessions.get(state.chosen.session_id);
  if (chosen && chosen.status !== "ended") wanted.push(chosen.session_id);
  return new Set(wanted);
}
