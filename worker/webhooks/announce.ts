import type { Bindings } from "../env.ts";
import { enqueueWebhookEvents, type FailedProjects, type WebhookEventInput } from "./enqueue-webhook-events.ts";

/** What D1 has of one kind and marks as announced. Nothing but this mark says so: a crash repeats it and never skips it. */
interface Facts<Fact> {
  /** The oldest that are not announced yet. @param except these projects' */
  next(except: number[], limit: number): Promise<Fact[]>;
  event(fact: Fact): WebhookEventInput;
  announced(facts: Fact[]): D1PreparedStatement;
}

const BATCH = 100;

/** Enqueues what is not announced yet, batch by batch. A project that fails is passed over: the next run tries it again. */
export async function announce<Fact extends { project_id: number }>(
  bindings: Bindings,
  facts: Facts<Fact>,
  mostBatches = Number.POSITIVE_INFINITY,
): Promise<FailedProjects> {
  const failed: FailedProjects = new Map();
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const waiting = await facts.next([...failed.keys()], BATCH);
    const events = waiting.map((fact) => facts.event(fact));
    for (const [project_id, error] of await enqueueWebhookEvents(bindings, events)) failed.set(project_id, error);
    const done = waiting.filter(({ project_id }) => !failed.has(project_id));
    if (done.length > 0) await facts.announced(done).run();
    if (waiting.length < BATCH) break;
  }
  return failed;
}
