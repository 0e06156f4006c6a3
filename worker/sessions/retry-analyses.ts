import type { Bindings } from "../env.ts";
import { claimStuckAnalyses, failAnalysis, type StuckAnalysis } from "../storage/analyses.ts";
import { configuredModel } from "./analysis-model.ts";
import { attemptAnalysis, MAX_TRIES } from "./analyze-session.ts";
import { announceAnalyses } from "./announce-analyses.ts";

/** One that is pending for longer than all attempts take was cut off by a crash. Milliseconds. */
const STUCK_AFTER = 300_000;
/** Analyses at a time: what the model's server meets after a crash, however many there are. */
const LANES = 8;
/** Time in which a run begins analyses, so that it ends before the next run of the cron. Milliseconds. */
const BUDGET = 240_000;
/** Analyses of one run: each takes five calls, of D1 and of the model, and a run of the cron may make 1,000. */
const MOST = 150;

/**
 * Tries once each of the analyses that a crash cut off, until the time is used up. What fails stays pending for a later run,
 * until it has had all its tries. Where as many fail in a row as are tried at a time, the model is in trouble: the rest waits,
 * and loses no try.
 * @returns how many were tried
 */
export async function retryStuckAnalyses(bindings: Bindings): Promise<number> {
  if (configuredModel(bindings) === null) return 0;
  const until = Date.now() + BUDGET;
  let tried = 0;
  let failed_in_row = 0;
  async function lane(): Promise<void> {
    while (tried < MOST && failed_in_row < LANES && Date.now() < until) {
      tried += 1;
      const now = Date.now();
      const [stuck] = await claimStuckAnalyses(bindings.DB, now - STUCK_AFTER, 1, now);
      if (!stuck) {
        tried -= 1;
        return;
      }
      failed_in_row = (await retry(bindings, stuck)) ? 0 : failed_in_row + 1;
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  if (tried > 0) await announceAnalyses(bindings);
  return tried;
}

/** @returns whether it is done with */
async function retry(bindings: Bindings, { session_id, tries }: StuckAnalysis): Promise<boolean> {
  try {
    const problem = await attemptAnalysis(bindings, session_id);
    if (problem !== null && tries >= MAX_TRIES) await failAnalysis(bindings.DB, session_id, problem, Date.now()).run();
    return problem === null;
  } catch (error) {
    // It is pending still.
    console.error(JSON.stringify({ event: "analysis_broke_off", session_id, error: String(error).slice(0, 300) }));
    return false;
  }
}
