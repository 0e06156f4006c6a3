import type { Bindings } from "../env.ts";
import { markAnalysisAnnounced, type UnannouncedAnalysis, unannouncedAnalyses } from "../storage/analyses.ts";
import { findSession, type SessionRow } from "../storage/sessions.ts";
import { enqueueWebhookEvents, type WebhookEventInput } from "../webhooks/enqueue-webhook-events.ts";
import { linksOf } from "./enqueue-ledger-events.ts";

/** Analyses of one batch. */
const BATCH = 100;

/**
 * Enqueues analyses that the webhooks were not told of yet: all, or this session's. Nothing but this mark says whether
 * they were told, so a crash repeats it and never skips it.
 */
export async function announceAnalyses(bindings: Bindings, session_id: string | null = null): Promise<void> {
  for (let more = true; more; ) {
    const analyses = await unannouncedAnalyses(bindings.DB, session_id, BATCH);
    for (const analysis of analyses) {
      const session = await findSession(bindings.DB, analysis.session_id);
      if (session) await enqueueWebhookEvents(bindings, [sessionAnalyzed(session, analysis)]);
      await markAnalysisAnnounced(bindings.DB, analysis).run();
    }
    more = analyses.length === BATCH;
  }
}

/** Its name has the time at which the analysis ended, so that a repeat is the same event and another analysis is not. */
function sessionAnalyzed(session: SessionRow, { result, at }: UnannouncedAnalysis): WebhookEventInput {
  const { id, project_id, agent_id, agent_name } = session;
  return {
    event: "session.analyzed",
    project_id,
    name: `${id}:${at}`,
    session_id: id,
    contact_id: null,
    at,
    data: ({ origin }) => ({
      session_id: id,
      project_id,
      agent_id,
      agent_name,
      ...result,
      links: linksOf(origin, id),
    }),
  };
}
