import { DAY_MS } from "../../shared/time.ts";
import { forgetQuestions } from "../storage/knowledge-questions.ts";
import { dueSources, pendingSources, type SourceRow } from "../storage/knowledge-sources.ts";
import { goOnReading, type KnowledgeBindings, refreshSource } from "./sources.ts";

/** Sources of either kind that one run of the cron has read; a run may ask D1 1,000 times, and the next goes on. */
const AT_ONCE = 100;
const QUESTION_DAYS = 90;

/**
 * Reads every address anew that was not read on this UTC day, and goes on with readings that nothing woke or that never
 * began.
 * @throws when it has done all, if some of them failed
 */
export async function readSourcesDaily(bindings: KnowledgeBindings, now: number): Promise<void> {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  const failed: string[] = [];
  const each = async (sources: SourceRow[], read: (source: SourceRow) => Promise<unknown>) => {
    for (const source of sources)
      await read(source).catch((error: unknown) => failed.push(`source ${source.id}: ${String(error).slice(0, 300)}`));
  };
  await each(await pendingSources(bindings.DB, AT_ONCE), ({ id }) => goOnReading(bindings, id));
  await each(await dueSources(bindings.DB, midnight, AT_ONCE), (source) => refreshSource(bindings, null, source));
  if (failed.length > 0) throw new Error(`${failed.length} of the readings did not begin; first ${failed[0]}`);
}

/** Forgets questions that nobody asked for long. */
export const forgetOldQuestions = async (bindings: KnowledgeBindings, now: number): Promise<void> =>
  void (await forgetQuestions(bindings.DB, now - QUESTION_DAYS * DAY_MS).run());
