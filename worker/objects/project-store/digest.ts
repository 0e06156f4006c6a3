import { dayOf } from "../../../shared/time.ts";
import type { SessionPlace } from "./after-call-rpc.ts";
import type { TranscriptEvent } from "./rpc.ts";
import { EVENTS_PER_LINE, lastLines, type Utterance } from "./transcript.ts";

/** How many sessions a digest covers, of how many that are looked at, and how long it may be. */
const SESSIONS = 3;
export const MOST_LOOKED_AT = 30;
const UTTERANCES = 40;
const MAX_UTTERANCE = 180;
const MAX_DIGEST = 1_200;

const SPEAKER = { user: "Visitor", agent: "Agent", person: "Colleague" } as const;

const shorten = (text: string) => {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= MAX_UTTERANCE ? flat : `${flat.slice(0, MAX_UTTERANCE - 1).trimEnd()}…`;
};

/** A session's start, unix milliseconds, and its last lines. */
export interface Said {
  started_at: number;
  lines: Pick<Utterance, "role" | "text">[];
}

/**
 * An excerpt of sessions, the newest first: the same sessions always give the same excerpt. What the visitor said comes
 * before what the agent answered, and the end of a conversation before its beginning.
 */
export function digest(sessions: readonly Said[]): string {
  let room = MAX_DIGEST;
  const parts: string[] = [];
  for (const { started_at, lines } of sessions) {
    const said = lines.map(({ role, text }) => ({ role, text: shorten(text) }));
    const head = `${dayOf(started_at)}:`;
    const kept = new Set<number>();
    let left = room - head.length - 1;
    for (const role of ["user", "person", "agent"] as const)
      for (const [index, utterance] of [...said.entries()].reverse()) {
        const size = SPEAKER[utterance.role].length + utterance.text.length + 3;
        if (utterance.role !== role || utterance.text === "" || size > left) continue;
        kept.add(index);
        left -= size;
      }
    if (kept.size === 0) continue;
    parts.push([head, ...said.flatMap((u, i) => (kept.has(i) ? [`${SPEAKER[u.role]}: ${u.text}`] : []))].join("\n"));
    room = left;
  }
  return parts.join("\n");
}

/** Reads the last transcript events of sessions. */
type ReadLastSaid = (session_ids: readonly string[], limit: number) => Promise<TranscriptEvent[]>;

/**
 * The digest of the first of these sessions in which something was said, `null` where there are none.
 * @param sessions the newest first
 */
export async function digestOf(sessions: readonly SessionPlace[], lastSaid: ReadLastSaid): Promise<string | null> {
  const said: Said[] = [];
  for (let at = 0; at < sessions.length && said.length < SESSIONS; at += SESSIONS) {
    const next = sessions.slice(at, at + SESSIONS);
    const ids = next.map(({ id }) => id);
    const all = lastLines(await lastSaid(ids, UTTERANCES * EVENTS_PER_LINE), ids, UTTERANCES);
    for (const [index, { started_at }] of next.entries()) {
      const lines = all[index] ?? [];
      if (lines.length > 0) said.push({ started_at, lines });
    }
  }
  return digest(said.slice(0, SESSIONS)) || null;
}
