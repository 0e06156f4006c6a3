import type { SessionShown } from "../answers.ts";
import {
  draftKey,
  type InboxState,
  type LineKind,
  type Outgoing,
  type Refusal,
  withEntry,
  without,
  withShown,
} from "./inbox-model.ts";

/** What is written here: on its way, taken, or refused and typed text again. */

const RESEND = "The connection broke before this was sent. Send it again.";

export function sent(
  state: InboxState,
  { session_id, kind, text, at }: { session_id: string; kind: LineKind; text: string; at: number },
): InboxState {
  const next = { ...state, drafts: without(state.drafts, draftKey(session_id, kind)), refusal: null };
  if (kind === "message") return { ...next, outgoing: [...state.outgoing, { session_id, text, at, unsure: false }] };
  return withShown({ ...next, whispers: [...state.whispers, { session_id, text, at }] });
}

/** After a broken connection nobody knows which lines arrived. The record tells; the others become typed text again. */
export function settleUnsure(state: InboxState, record: SessionShown): InboxState {
  const arrived = record.transcript.flatMap(({ role, text }) => (role === "person" ? [text] : []));
  let next: InboxState = { ...state, outgoing: state.outgoing.filter((line) => !isUnsure(line, record.id)) };
  for (const line of state.outgoing.filter((one) => isUnsure(one, record.id))) {
    const index = arrived.lastIndexOf(line.text);
    if (index >= 0) arrived.splice(index, 1);
    else next = giveBack(next, line.session_id, "message", line.text, RESEND);
  }
  return next;
}

const isUnsure = (line: Outgoing, session_id: string) => line.unsure && line.session_id === session_id;

/** Text that was not taken stands in its field again, before what was typed meanwhile. */
function giveBack(state: InboxState, session_id: string, kind: LineKind, text: string, detail: string): InboxState {
  const key = draftKey(session_id, kind);
  const typed = state.drafts.get(key);
  return {
    ...state,
    drafts: withEntry(state.drafts, key, typed ? `${text}\n${typed}` : text),
    refusal: { of: kind, session_id, detail },
  };
}

/** The service answers in order, but tells of a whisper only where it was refused: of several, it was the newest. */
export function lineRefused(state: InboxState, kind: LineKind, refusal: Refusal): InboxState {
  const ours = ({ session_id }: { session_id: string }) =>
    refusal.session_id === null || session_id === refusal.session_id;
  const at = kind === "message" ? state.outgoing.findIndex(ours) : state.whispers.findLastIndex(ours);
  const line = kind === "message" ? state.outgoing[at] : state.whispers[at];
  if (line === undefined) return { ...state, refusal };
  const next =
    kind === "message"
      ? { ...state, outgoing: state.outgoing.toSpliced(at, 1) }
      : withShown({ ...state, whispers: state.whispers.toSpliced(at, 1) });
  return giveBack(next, line.session_id, kind, line.text, refusal.detail);
}
