import type { Bindings } from "../env.ts";
import { logError } from "../log-error.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import type { FollowUp } from "../objects/org-ledger/outside.ts";
import { analyzeEnded } from "./analyze-session.ts";
import { enqueueLedgerEvents } from "./enqueue-ledger-events.ts";
import { tidyEnded } from "./retention.ts";
import { countUnansweredOf } from "./unanswered.ts";

/**
 * What follows a session's end once D1 has it: events for webhooks, the analysis, unanswered questions, and the search index or, where the
 * project keeps nothing, the deletion. All of it may run twice.
 * @param waitUntil for work that even this does not wait for, such as a slow model
 */
export const followUp =
  (bindings: Bindings, waitUntil: (work: Promise<unknown>) => void): FollowUp =>
  async (news) => {
    const failed = await enqueueLedgerEvents(bindings, news);
    const ended = news.ended.filter(({ project_id }) => !failed.has(project_id));
    for (const [project_id, error] of await analyzeEnded(bindings, ended, waitUntil)) failed.set(project_id, error);
    if (ended.length > 0) waitUntil(countQuestions(bindings, ended));
    // Last: where nothing is kept, the webhooks' queues must have their copy first.
    if (ended.length > 0) waitUntil(settleRetention(bindings, ended));
    return failed;
  };

async function countQuestions(bindings: Bindings, ended: Lease[]): Promise<void> {
  try {
    await countUnansweredOf(bindings, ended);
  } catch (error) {
    logError("questions_not_counted", error);
  }
}

/** If it fails, the next cron does the same. */
async function settleRetention(bindings: Bindings, ended: Lease[]): Promise<void> {
  try {
    await tidyEnded(bindings, ended);
  } catch (error) {
    logError("tidy_failed", error);
  }
}
