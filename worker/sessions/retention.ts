import { DAY_MS, HOUR_MS } from "../../shared/time.ts";
import type { Bindings } from "../env.ts";
import { logError } from "../log-error.ts";
import { callQueue } from "../objects/delivery-queue/client.ts";
import type { Erasure } from "../objects/delivery-queue/rpc.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import { callDesk } from "../objects/project-desk/client.ts";
import { callStore } from "../objects/project-store/client.ts";
import {
  deleteLooseContacts,
  deleteOldOfVisitors,
  emptySessions,
  hasRowsOf,
  projectsAfter,
  projectsToEmpty,
  webhooksInTurn,
} from "../storage/retention.ts";
import { webhookIds } from "../storage/webhooks.ts";
import { eraseDeliveries } from "../webhooks/erase-deliveries.ts";

/** Sessions emptied in one transaction: a tenth of a second at most on a busy machine, since D1 does one thing at a time. */
const BATCH = 100;
/**
 * Calls of D1 and of objects in one run; what is left waits for the next. A run of the cron may make 1,000, and its other jobs
 * need some of them.
 */
const MOST_CALLS = 700;
/** Calls of D1 and of the store that a batch takes, besides the look for it; each queue of its project is one more. */
const CALLS_OF_BATCH = 3;
/** Between them the database serves others: twice as long as a step took, and at least so many milliseconds. */
const PAUSE = 20;
const PAUSE_FOR_STEP = 2;
/** Projects of which one step deletes what belongs to no session: so many contacts, and again where there were as many. */
const PROJECTS = 1_000;
const CONTACTS = 1_000;
const MOST_REPEATS = 20;
/** Queues that one run asks to delete what is old. */
const QUEUES = 200;
/** Sessions of a project indexed after an end. */
const INDEXED_AT_END = 100;

/** What one run has left, and what went wrong so far. */
interface Run {
  now: number;
  calls: number;
  errors: unknown[];
}

/**
 * Deletes what is past each project's retention, batch by batch. It keeps no position: what is gone is gone, so a run
 * that broke off is gone on with by the next.
 * @returns how many sessions were emptied
 * @throws what a queue threw, once the rest is done
 */
export async function applyRetention(bindings: Bindings, now: number, mostCalls = MOST_CALLS): Promise<number> {
  const run: Run = { now, calls: mostCalls, errors: [] };
  await deleteOutsideSessions(bindings.DB, run);
  // Before the sessions, which may need all calls that are left.
  await eraseOldDeliveries(bindings, run);
  const emptied = await emptyOverdue(bindings, run);
  if (run.errors.length > 0) throw run.errors[0];
  return emptied;
}

async function eraseOldDeliveries(bindings: Bindings, run: Run): Promise<void> {
  run.calls -= 2;
  for (const { id, retention_days } of await webhooksInTurn(bindings.DB, Math.floor(run.now / HOUR_MS), QUEUES))
    await eraseIn(bindings, run, id, { done_before: run.now - retention_days * DAY_MS });
}

/** A queue that fails stops nothing else: what is left in it is old when it is its turn. */
async function eraseIn(bindings: Bindings, run: Run, webhook_id: number, erasure: Erasure): Promise<void> {
  run.calls -= 1;
  await callQueue(bindings, webhook_id, (queue) => queue.erase(erasure)).catch((error) => run.errors.push(error));
}

/**
 * Empties sessions: first what D1 still has of them, then the project's store, since a session that is empty there is not looked at
 * again.
 * @param before records without a session go if they are older than this
 */
async function empty(bindings: Bindings, project_id: number, ids: string[], before: number): Promise<void> {
  await emptyInD1(bindings.DB, ids);
  await emptyInStore(bindings, project_id, ids, before);
}

const emptyInD1 = (db: D1Database, ids: string[]) => db.batch(emptySessions(db, ids, Date.now()));
const emptyInStore = (bindings: Bindings, project_id: number, ids: string[], before: number) =>
  callStore(bindings, project_id, (store) => store.forget(project_id, ids, before));

/** One batch of each project, the longest overdue first, then another of those that have more. */
async function emptyOverdue(bindings: Bindings, run: Run): Promise<number> {
  const { now } = run;
  let emptied = 0;
  run.calls -= 1;
  for (let due = await projectsToEmpty(bindings.DB, now, MOST_CALLS); due.length > 0; ) {
    const more: typeof due = [];
    for (const project of due) {
      if (run.calls <= 0) return emptied;
      const began = Date.now();
      const before = now - project.retention_days * DAY_MS;
      run.calls -= 1;
      let ids: string[];
      // A store that fails stops no other project; the next run is as good.
      try {
        ids = await callStore(bindings, project.id, (store) => store.sessionsToEmpty(project.id, before, BATCH));
        if (ids.length === 0) continue;
        run.calls -= CALLS_OF_BATCH;
        await empty(bindings, project.id, ids, before);
      } catch (error) {
        run.errors.push(error);
        continue;
      }
      const webhooks = await webhookIds(bindings.DB, project.id);
      // Deliveries that still wait carry their own copy: they go when they are done.
      for (const id of webhooks) await eraseIn(bindings, run, id, { done_session_ids: ids });
      emptied += ids.length;
      if (ids.length === BATCH) more.push(project);
      await rest(began);
    }
    due = more;
  }
  return emptied;
}

/** What visitors left that belongs to no session. */
async function deleteOutsideSessions(db: D1Database, run: Run): Promise<void> {
  const { now } = run;
  let repeats = 0;
  for (let after = 0; ; ) {
    const began = Date.now();
    run.calls -= 2;
    const range = await projectsAfter(db, after, PROJECTS);
    if (range === null) return;
    const [contacts] = await db.batch([
      deleteLooseContacts(db, range, now, CONTACTS),
      ...deleteOldOfVisitors(db, range, now),
    ]);
    if (contacts?.meta.changes === CONTACTS && repeats < MOST_REPEATS) repeats += 1;
    else after = range.last;
    await rest(began);
  }
}

const rest = (began: number) => scheduler.wait(Math.max(PAUSE, PAUSE_FOR_STEP * (Date.now() - began)));

/** Empties all sessions with a visitor, in steps; what was or was to be sent of them goes too. @returns how many */
export async function emptySessionsWith(bindings: Bindings, project_id: number, subjects: string[]): Promise<number> {
  for (let emptied = 0; ; ) {
    const began = Date.now();
    const ids = await callStore(bindings, project_id, (store) => store.sessionsWith(project_id, subjects, BATCH));
    if (ids.length === 0) return emptied;
    await empty(bindings, project_id, ids, 0);
    await eraseDeliveries(bindings, project_id, { session_ids: ids });
    await callDesk(bindings, project_id, (desk) => desk.forget(ids));
    emptied += ids.length;
    await rest(began);
  }
}

/** After an end: what was said can be found, or, where the project keeps nothing, is gone. */
export async function tidyEnded(
  bindings: Bindings,
  ended: Lease[],
  keeping_nothing: ReadonlySet<number>,
): Promise<void> {
  const projects = Map.groupBy(ended, ({ project_id }) => project_id);
  for (const [project_id, leases] of projects) {
    if (!keeping_nothing.has(project_id)) continue;
    const ids = leases.map(({ session_id }) => session_id);
    // Before stores there were, and after a rollback, D1 may have had them, too.
    if (await hasRowsOf(bindings.DB, ids)) await emptyInD1(bindings.DB, ids);
    await emptyInStore(bindings, project_id, ids, Date.now() + 1);
    await eraseDeliveries(bindings, project_id, { done_session_ids: ids });
  }
  // Where it fails, the next search or the project's next end makes up for it.
  for (const project_id of projects.keys())
    if (!keeping_nothing.has(project_id))
      await callStore(bindings, project_id, (store) => store.index(project_id, INDEXED_AT_END)).catch((error) =>
        logError("not_indexed", error, { project_id }),
      );
}
