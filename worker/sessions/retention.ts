import type { Bindings } from "../env.ts";
import type { Lease } from "../objects/org-ledger/rpc.ts";
import { deleteOldQuestions } from "../storage/knowledge-questions.ts";
import { deleteOldMemories } from "../storage/memories.ts";
import {
  deleteLooseContacts,
  emptySessions,
  keepingNothing,
  retentionOf,
  sessionsToEmpty,
  sessionsWith,
} from "../storage/retention.ts";
import { eraseDeliveries } from "../webhooks/erase-deliveries.ts";
import { indexPending } from "./search-index.ts";

/** Sessions emptied in one transaction: a tenth of a second at most on a busy machine, since D1 does one thing at a time. */
const BATCH = 100;
/** Transactions of one run; what is left waits for the next. */
const MOST_BATCHES = 180;
/** Between them the database serves others: twice as long as a step took, and at least so many milliseconds. */
const PAUSE = 20;
const PAUSE_FOR_STEP = 2;
const PROJECTS = 500;
const DAY = 86_400_000;
/** Sessions indexed after an end, and in a run of the cron. */
const INDEXED_AT_END = 100;
const INDEXED_BY_CRON = 2_000;

/**
 * Deletes what is past each project's retention, batch by batch, the oldest first. It keeps no position: what is gone is
 * gone, so a run that broke off is gone on with by the next.
 * @returns how many sessions were emptied
 */
export async function applyRetention(bindings: Bindings, now: number, mostBatches = MOST_BATCHES): Promise<number> {
  const { DB } = bindings;
  let emptied = 0;
  let left = mostBatches;
  for (let after = 0; left > 0; ) {
    const projects = await retentionOf(DB, after, PROJECTS);
    for (const { id, retention_days } of projects) {
      const before = now - retention_days * DAY;
      for (let more = true; more && left > 0; left -= 1) {
        const began = Date.now();
        const ids = await sessionsToEmpty(DB, id, before, BATCH);
        if (ids.length > 0) await empty(bindings, id, ids, now);
        const { meta } = await deleteLooseContacts(DB, id, before, BATCH).run();
        emptied += ids.length;
        more = ids.length === BATCH || meta.changes === BATCH;
        if (more) await rest(began);
      }
      await DB.batch(deleteOldOfVisitors(DB, id, before));
      await eraseDeliveries(bindings, id, { done_before: before });
      if (left <= 0) break;
    }
    if (projects.length < PROJECTS) break;
    after = projects.at(-1)?.id ?? 0;
  }
  return emptied;
}

/** What visitors left that belongs to no session. */
const deleteOldOfVisitors = (db: D1Database, project_id: number, before: number): D1PreparedStatement[] => [
  deleteOldMemories(db, project_id, before),
  deleteOldQuestions(db, project_id, before),
];

const rest = (began: number) => scheduler.wait(Math.max(PAUSE, PAUSE_FOR_STEP * (Date.now() - began)));

async function empty(bindings: Bindings, project_id: number, ids: string[], now: number): Promise<void> {
  await bindings.DB.batch(emptySessions(bindings.DB, ids, now));
  // Deliveries that still wait carry their own copy: they go when they are done.
  await eraseDeliveries(bindings, project_id, { done_session_ids: ids });
}

/** Empties all sessions with a visitor, in steps; what was or was to be sent of them goes too. @returns how many */
export async function emptySessionsWith(bindings: Bindings, project_id: number, subjects: string[]): Promise<number> {
  for (let emptied = 0; ; ) {
    const began = Date.now();
    const ids = await sessionsWith(bindings.DB, project_id, subjects, BATCH);
    if (ids.length === 0) return emptied;
    await bindings.DB.batch(emptySessions(bindings.DB, ids, Date.now()));
    await eraseDeliveries(bindings, project_id, { session_ids: ids });
    emptied += ids.length;
    await rest(began);
  }
}

/** After an end: what was said can be found, or, where the project keeps nothing, is gone. */
export async function tidyEnded(bindings: Bindings, ended: Lease[]): Promise<void> {
  const projects = [...new Set(ended.map(({ project_id }) => project_id))];
  const nothing = await keepingNothing(bindings.DB, projects);
  for (const project_id of nothing) {
    const ids = ended.filter((lease) => lease.project_id === project_id).map(({ session_id }) => session_id);
    await empty(bindings, project_id, ids, Date.now());
    await bindings.DB.batch(deleteOldOfVisitors(bindings.DB, project_id, Date.now() + 1));
  }
  if (nothing.length < projects.length) await indexPending(bindings.DB, null, INDEXED_AT_END);
}

/** The cron's part of the search: what ended without a publication that tidied up. */
export const indexRemaining = (bindings: Bindings): Promise<number> => indexPending(bindings.DB, null, INDEXED_BY_CRON);
