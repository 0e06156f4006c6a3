import type { Bindings } from "../env.ts";
import type { FollowUp } from "../objects/org-ledger/outside.ts";
import type { Lease } from "../objects/org-ledger/rpc.ts";
import { analyzeEnded } from "./analyze-session.ts";
import { enqueueLedgerEvents } from "./enqueue-ledger-events.ts";
import { tidyEnded } from "./retention.ts";

/**
 * What follows a session's end once D1 has it: events for webhooks, the analysis, and the search index or, where the
 * project keeps nothing, the deletion. All of it may run twice.
 * @param waitUntil for work that even this does not wait for, such as a slow model
 */
export const followUp =
  (bindings: Bindings, waitUntil: (work: Promise<unknown>) => void): FollowUp =>
  async (news) => {
    const failed = await enqueueLedgerEvents(bindings, news);
    const ended = news.ended.filter(({ project_id }) => !failed.has(project_id));
    await analyzeEnded(bindings, ended, waitUntil);
    // Last: where nothing is kept, the webhooks' queues must have their copy first.
    if (ended.length > 0) waitUntil(settleRetention(bindings, ended));
    return failed;
  };

/** If it fails, the next cron does the same. */
async function settleRetention(bindings: Bindings, ended: Lease[]): Promise<void> {
  try {
    await tidyEnded(bindings, ended);
  } catch (error) {
    console.error(JSON.stringify({ event: "tidy_failed", error: String(error).slice(0, 300) }));
  }
}
