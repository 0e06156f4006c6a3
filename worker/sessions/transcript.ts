import { logError } from "../log-error.ts";
import { callStore, type StoreBindings } from "../objects/project-store/client.ts";
import { EVENTS_PER_LINE, lastLines, type Utterance } from "../objects/project-store/transcript.ts";
import { withTimeout } from "../outbound/time-limit.ts";
import { packs } from "../packs.ts";

/** Characters of transcript events that are read at once; an object answers with 32 MiB at most, a Worker has 128 MB. */
const READ_AT_ONCE = 8_000_000;
/** How long a call that begins waits for what was said. Milliseconds. */
export const SAID_LIMIT_MS = 4_000;

/** The newest `limit` lines of each of these sessions of a project, sessions in the order given. */
export async function lastUtterances(
  bindings: StoreBindings,
  project_id: number,
  session_ids: string[],
  limit: number,
): Promise<(Utterance & { session_id: string })[]> {
  if (session_ids.length === 0) return [];
  const rows = await callStore(bindings, project_id, (store) =>
    store.lastSaid(project_id, session_ids, limit * EVENTS_PER_LINE),
  );
  return lastLines(rows, session_ids, limit).flatMap((lines, index) =>
    lines.map((utterance) => ({ session_id: session_ids[index] as string, ...utterance })),
  );
}

/** The same, for what goes on also where nobody can tell what was said: nothing then. */
export async function lastUtterancesIfKnown(
  bindings: StoreBindings,
  project_id: number,
  session_ids: string[],
  limit: number,
): ReturnType<typeof lastUtterances> {
  // Most starts go on with nothing: they need no time limit.
  if (session_ids.length === 0) return [];
  try {
    return await withTimeout(SAID_LIMIT_MS, () => lastUtterances(bindings, project_id, session_ids, limit));
  } catch (error) {
    logError("lines_not_read", error, { session_id: session_ids.at(-1) });
    return [];
  }
}

/** The sessions of a project in their order, in groups whose transcripts can be read at once. */
export async function readableGroups(
  bindings: StoreBindings,
  project_id: number,
  session_ids: string[],
): Promise<string[][]> {
  if (session_ids.length <= 1) return session_ids.length === 0 ? [] : [session_ids];
  const sizes = new Map(await callStore(bindings, project_id, (store) => store.saidSizes(project_id, session_ids)));
  return packs(session_ids, (id) => sizes.get(id) ?? 0, READ_AT_ONCE);
}
