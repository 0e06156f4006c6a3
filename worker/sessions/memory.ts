import { MEMORY_DAYS } from "../../shared/limits.ts";
import { DAY_MS, dayOf } from "../../shared/time.ts";
import { callStore, type StoreBindings } from "../objects/project-store/client.ts";
import type { Utterance } from "../objects/project-store/transcript.ts";
import { forgetMemories, saveMemory } from "../storage/memories.ts";
import { lastUtterances } from "./transcript.ts";

/** How many sessions a digest covers, and how long it may be. */
const SESSIONS = 3;
const UTTERANCES = 40;
const MAX_UTTERANCE = 180;
const MAX_DIGEST = 1_200;

const SPEAKER = { user: "Visitor", agent: "Agent", person: "Colleague" } as const;

const shorten = (text: string) => {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= MAX_UTTERANCE ? flat : `${flat.slice(0, MAX_UTTERANCE - 1).trimEnd()}…`;
};

/**
 * An excerpt of the last sessions, the newest first: the same sessions always give the same excerpt. What the visitor
 * said comes before what the agent answered, and the end of a conversation before its beginning.
 */
export function digest(
  sessions: { id: string; started_at: number }[],
  utterances: (Pick<Utterance, "role" | "text"> & { session_id: string })[],
): string {
  let room = MAX_DIGEST;
  const parts: string[] = [];
  for (const { id, started_at } of sessions) {
    const said = utterances
      .filter((utterance) => utterance.session_id === id)
      .map(({ role, text }) => ({ role, text: shorten(text) }));
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

/**
 * Stores what the next session with this subject should know. The subject is the store's, so that a forgotten visitor
 * stays forgotten.
 */
export async function updateMemory(
  bindings: StoreBindings & { DB: D1Database },
  project_id: number,
  session_id: string,
  now: number,
): Promise<void> {
  const db = bindings.DB;
  const since = now - MEMORY_DAYS * DAY_MS;
  const remembered = await callStore(bindings, project_id, (store) =>
    store.remembered(project_id, session_id, since, SESSIONS),
  );
  if (remembered === null) return;
  const { org_id, agent_id, subject, sessions } = remembered;
  const utterances = await lastUtterances(
    bindings,
    project_id,
    sessions.map(({ id }) => id),
    UTTERANCES,
  );
  // A session in which nothing was said does not renew the memory.
  if (!utterances.some((utterance) => utterance.session_id === session_id)) return;
  const text = digest(sessions, utterances);
  const expires_at = now + MEMORY_DAYS * DAY_MS;
  await saveMemory(db, { project_id, org_id, agent_id, subject, digest: text, now, expires_at });
  // Forgotten or emptied meanwhile: whoever does that deletes memories once the store is empty, perhaps before this one was there.
  const still = await callStore(bindings, project_id, (store) => store.remembered(project_id, session_id, since, 1));
  if (still === null) await forgetMemories(db, project_id, [subject]).run();
}
