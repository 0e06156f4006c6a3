import type { Bindings } from "../env.ts";
import { markAnalysesAnnounced, type UnannouncedAnalysis, unannouncedAnalyses } from "../storage/analyses.ts";
import { activeWebhooks } from "../storage/webhooks.ts";
import { enqueueWebhookEvents, type WebhookEventInput } from "../webhooks/enqueue-webhook-events.ts";
import { linksOf } from "./enqueue-ledger-events.ts";

/** Analyses of one batch, and batches of one run; what is left waits for the next. */
const BATCH = 100;
const MOST_BATCHES = 20;

/**
 * Enqueues analyses that the webhooks were not told of yet: all, or this session's. Nothing but this mark says whether
 * they were told, so a crash repeats it and never skips it.
 * @throws what one project's queue threw, once the other projects are done
 */
export async function announceAnalyses(bindings: Bindings, session_id: string | null = null): Promise<void> {
  const failed = new Map<number, unknown>();
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const analyses = await unannouncedAnalyses(bindings.DB, session_id, [...failed.keys()], BATCH);
    if (analyses.length === 0) break;
    for (const [project_id, error] of await announce(bindings, analyses)) failed.set(project_id, error);
    if (analyses.length < BATCH) break;
  }
  for (const error of failed.values()) throw error;
}

/** @returns the projects whose webhooks could not be told, with the errors */
async function announce(bindings: Bindings, analyses: UnannouncedAnalysis[]): Promise<Map<number, unknown>> {
  const failed = new Map<number, unknown>();
  const projects = [...new Set(analyses.map(({ project_id }) => project_id))];
  const webhooks = await activeWebhooks(bindings.DB, projects);
  for (const project_id of projects) {
    const events = analyses.filter((one) => one.project_id === project_id).map(sessionAnalyzed);
    await enqueueWebhookEvents(bindings, events, webhooks).catch((error) => failed.set(project_id, error));
  }
  const announced = analyses.filter(({ project_id }) => !failed.has(project_id));
  if (announced.length > 0) await markAnalysesAnnounced(bindings.DB, announced).run();
  return failed;
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
