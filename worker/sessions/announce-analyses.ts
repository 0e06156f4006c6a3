import type { Bindings } from "../env.ts";
import type { AnalysisDone } from "../objects/project-store/after-call-rpc.ts";
import { callStore } from "../objects/project-store/client.ts";
import { enqueueWebhookEvents, throwFirst, type WebhookEventInput } from "../webhooks/enqueue-webhook-events.ts";
import { linksOf } from "./enqueue-ledger-events.ts";

/** Results that are enqueued at once, and how often in one run; what is left waits for the next. */
const BATCH = 100;
const MOST_BATCHES = 20;

/**
 * Enqueues a project's analyses that the webhooks were not told of yet: all, or this session's. Nothing but the store's mark
 * says so: a crash repeats it and never skips it.
 * @throws what a queue or the store threw
 */
export async function announceAnalyses(
  bindings: Bindings,
  project_id: number,
  session_id: string | null = null,
): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const waiting = await callStore(bindings, project_id, (store) =>
      store.unannouncedAnalyses(project_id, session_id, BATCH),
    );
    if (waiting.length === 0) return;
    throwFirst(await enqueueWebhookEvents(bindings, waiting.map(sessionAnalyzed)));
    const announced = waiting.map(({ session_id: id, at }) => ({ session_id: id, at }));
    await callStore(bindings, project_id, (store) => store.markAnalysesAnnounced(project_id, announced));
    if (waiting.length < BATCH) return;
  }
}

/** The event's name has the time at which the analysis ended: a repeat is the same event, another analysis a new one. */
function sessionAnalyzed(analysis: AnalysisDone): WebhookEventInput {
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
