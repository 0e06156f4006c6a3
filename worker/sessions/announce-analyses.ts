import type { Bindings } from "../env.ts";
import { markAnalysesAnnounced, type UnannouncedAnalysis, unannouncedAnalyses } from "../storage/analyses.ts";
import { announce } from "../webhooks/announce.ts";
import { throwFirst, type WebhookEventInput } from "../webhooks/enqueue-webhook-events.ts";
import { linksOf } from "./enqueue-ledger-events.ts";

/** Of one run; what is left waits for the next. */
const MOST_BATCHES = 20;

/**
 * Enqueues analyses that the webhooks were not told of yet: all, or this session's.
 * @throws what one project's queue threw, once the other projects are done
 */
export async function announceAnalyses(bindings: Bindings, session_id: string | null = null): Promise<void> {
  const { DB } = bindings;
  const analyses = {
    next: (except: number[], limit: number) => unannouncedAnalyses(DB, session_id, except, limit),
    event: sessionAnalyzed,
    announced: (announced: UnannouncedAnalysis[]) => markAnalysesAnnounced(DB, announced),
  };
  throwFirst(await announce(bindings, analyses, MOST_BATCHES));
}

/** Its name has the time at which the analysis ended, so that a repeat is the same event and another analysis is not. */
function sessionAnalyzed(analysis: UnannouncedAnalysis): WebhookEventInput {
  const { session_id, project_id, org_id, agent_id, agent_name, result, at } = analysis;
  return {
    event: "session.analyzed",
    project_id,
    org_id,
    name: `${session_id}:${at}`,
    session_id,
    contact_id: null,
    at,
    data: ({ origin }) => ({
      session_id,
      project_id,
      agent_id,
      agent_name,
      ...result,
      links: linksOf(origin, session_id),
    }),
  };
}
