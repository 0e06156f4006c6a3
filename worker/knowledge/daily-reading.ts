import { forgetQuestions } from "../storage/knowledge-questions.ts";
import { dueSources, pendingSources } from "../storage/knowledge-sources.ts";
import { goOnReading, type KnowledgeBindings, refreshSource } from "./sources.ts";

/** Sources that one run of the cron begins to read; the next run goes on. */
const AT_ONCE = 200;
const DAY_MS = 86_400_000;
const QUESTION_DAYS = 90;

/**
 * Reads every address anew that was not read on this UTC day, goes on with readings that nothing woke or that never
 * began, and forgets questions that nobody asked for long.
 */
export async function readSourcesDaily(bindings: KnowledgeBindings, now: number): Promise<void> {
  for (const source of await pendingSources(bindings.DB, AT_ONCE)) await goOnReading(bindings, source.id);
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  for (const source of await dueSources(bindings.DB, midnight, AT_ONCE)) await refreshSource(bindings, null, source);
  await forgetQuestions(bindings.DB, now - QUESTION_DAYS * DAY_MS).run();
}
