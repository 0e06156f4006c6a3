import type { Bindings } from "../env.ts";
import { logError } from "../log-error.ts";
import type { LedgerNotice } from "../objects/org-ledger/account.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import type { FollowUp } from "../objects/org-ledger/outside.ts";
import { readEndedProjects } from "../storage/ended-projects.ts";
import { projectIdsOf } from "../storage/projects.ts";
import { analyzeEnded } from "./analyze-session.ts";
import { enqueueLedgerEvents } from "./enqueue-ledger-events.ts";
import { tidyEnded } from "./retention.ts";
import { countUnansweredOf } from "./unanswered.ts";

/** Projects of an organization whose webhooks hear what is of all of them. */
const MOST_PROJECTS = 1_000;

/**
 * What follows a session's end once D1 has it: events for webhooks, the analysis, unanswered questions, and the search index or, where the
 * project keeps nothing, the deletion. All of it may run twice.
 * @param waitUntil for work that even this does not wait for, such as a slow model
 */
export const followUp =
  (bindings: Bindings, waitUntil: (work: Promise<unknown>) => void): FollowUp =>
  async (news) => {
    const { ended: all, notices, org_id } = news;
    const everywhere = notices.some(isEverywhere) ? await projectIdsOf(bindings.DB, [org_id], MOST_PROJECTS) : [];
    const named = [...all, ...notices].flatMap(({ project_id }) => project_id ?? []);
    const { webhooks, keeping_nothing } = await readEndedProjects(bindings.DB, [...new Set([...named, ...everywhere])]);
    const failed = await enqueueLedgerEvents(bindings, news, webhooks, everywhere);
    const ended = all.filter(({ project_id }) => !failed.has(project_id));
    const kept = ended.filter(({ project_id }) => !keeping_nothing.has(project_id));
    for (const [project_id, error] of await analyzeEnded(bindings, kept, waitUntil)) failed.set(project_id, error);
    if (kept.length > 0) waitUntil(countQuestions(bindings, kept));
    // Last: where nothing is kept, the webhooks' queues must have their copy first.
    if (ended.length > 0) waitUntil(settleRetention(bindings, ended, keeping_nothing));
    return failed;
  };

const isEverywhere = ({ project_id }: LedgerNotice): boolean => project_id === null;

async function countQuestions(bindings: Bindings, kept: Lease[]): Promise<void> {
  try {
    await countUnansweredOf(bindings, kept);
  } catch (error) {
    logError("questions_not_counted", error);
  }
}

/** If it fails, the next cron does the same. */
async function settleRetention(
  bindings: Bindings,
  ended: Lease[],
  keeping_nothing: ReadonlySet<number>,
): Promise<void> {
  try {
    await tidyEnded(bindings, ended, keeping_nothing);
  } catch (error) {
    logError("tidy_failed", error);
  }
}
