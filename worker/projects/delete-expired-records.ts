import { DAY_MS, dayOf } from "../../shared/time.ts";
import type { Bindings } from "../env.ts";
import { COUNT_DAYS } from "../objects/project-store/engine.ts";
import {
  deleteExpired,
  deleteOldAnswers,
  deleteOldAudit,
  deleteOldContactCounts,
  deleteOldCounts,
  deleteOldErrors,
} from "../storage/records.ts";

/** Days that these are kept: answers for repeated calls, the audit log, counts of page views (what D1 still has), failures by kind. */
const KEPT = { answers: 7, audit: 730, counts: COUNT_DAYS, errors: 90 } as const;

const BATCH = 1_000;
/** Batches of one kind in one run; the next run continues. */
const MOST = 50;
/** A pause between two batches, in which the database serves others. Milliseconds. */
const PAUSE = 20;

async function all(piece: () => Promise<number>): Promise<void> {
  for (let left = MOST; left > 0 && (await piece()) >= BATCH; left -= 1) await scheduler.wait(PAUSE);
}

/** Deletes the service's own records when they expire. Conversations have their own retention. */
export async function deleteExpiredRecords({ DB }: Pick<Bindings, "DB">, now: number): Promise<void> {
  const day = dayOf(now - KEPT.counts * DAY_MS);
  await all(() => deleteOldAnswers(DB, now - KEPT.answers * DAY_MS, BATCH));
  await all(() => deleteOldAudit(DB, now - KEPT.audit * DAY_MS, BATCH));
  await all(() => deleteOldCounts(DB, day, BATCH));
  await all(() => deleteOldContactCounts(DB, now - 2 * DAY_MS, BATCH));
  await all(() => deleteExpired(DB, now, BATCH));
  await deleteOldErrors(DB, now - KEPT.errors * DAY_MS);
}
