import type { Bindings } from "../env.ts";
import type { FollowUp, Lease } from "../objects/org-ledger/rpc.ts";
import { analyzeEnded } from "./analyze-session.ts";
import { announceNews } from "./announce-news.ts";
import { tidyEnded } from "./retention.ts";

/**
 * What follows an end that D1 has: webhooks hear of it, a model reads it, its words can be found or are gone. All of it
 * may run twice.
 * @param later takes work that even this does not wait for, such as a slow model
 */
export const followUp =
  (bindings: Bindings, later: (work: Promise<unknown>) => void): FollowUp =>
  async (news) => {
    await announceNews(bindings, news);
    await analyzeEnded(bindings, news.ended, later);
    // Last: where nothing is kept, the webhooks must have their copy first.
    if (news.ended.length > 0) later(tidy(bindings, news.ended));
  };

/** What the next cron would do as well. */
async function tidy(bindings: Bindings, ended: Lease[]): Promise<void> {
  try {
    await tidyEnded(bindings, ended);
  } catch (error) {
    console.error(JSON.stringify({ event: "tidy_failed", error: String(error).slice(0, 300) }));
  }
}
