import type { Bindings } from "../env.ts";
import { logError } from "../log-error.ts";
import type { StuckAnalysis } from "../objects/project-store/after-call-rpc.ts";
import { callStore } from "../objects/project-store/client.ts";
import { ANALYSIS_STUCK_AFTER } from "../objects/project-store/engine.ts";
import { noteNoOpenAnalyses, takeProjectsWithOpenAnalyses } from "../storage/project-stores.ts";
import { configuredModel } from "./analysis-model.ts";
import { attemptAnalysis, MAX_TRIES } from "./analyze-session.ts";
import { announceAnalyses } from "./announce-analyses.ts";

/** Analyses at a time: what the model's server meets after a crash, however many there are. */
const LANES = 8;
/** Time in which a run begins analyses, so that it ends before the next run of the cron. Milliseconds. */
const BUDGET = 240_000;
/** Analyses of one run: each takes five calls, of D1, the store and the model, and a run of the cron may make 1,000. */
const MOST = 150;
/** Projects of one run: each takes four calls more, and some for its webhooks. */
const PROJECTS = 30;

/**
 * Goes on with analyses that a crash cut off, and tells the webhooks of those that they were not told of: in the projects whose
 * stores say that they have some.
 * @returns how many were tried
 * @throws what one project's store or queue threw, once the others are done
 */
export async function retryStuckAnalyses(bindings: Bindings): Promise<number> {
  const projects = await takeProjectsWithOpenAnalyses(bindings.DB, PROJECTS, Date.now());
  const errors: unknown[] = [];
  const tried = configuredModel(bindings) === null ? 0 : await tryThese(bindings, projects, errors);
  for (const project_id of projects) await settle(bindings, project_id).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
  return tried;
}

/**
 * Tries once each of the analyses that a crash cut off, one of each project after the other, until the time is used up. What fails stays pending for a later run,
 * until it has had all its tries. Where as many fail in a row as are tried at a time, the model is in trouble: the rest waits,
 * and loses no try.
 */
async function tryThese(bindings: Bindings, projects: readonly number[], errors: unknown[]): Promise<number> {
  const until = Date.now() + BUDGET;
  const left = new Set(projects);
  let tried = 0;
  let failed_in_row = 0;
  async function lane(): Promise<void> {
    while (tried < MOST && failed_in_row < LANES && Date.now() < until) {
      const [project_id] = left;
      if (project_id === undefined) return;
      left.delete(project_id);
      left.add(project_id);
      tried += 1;
      const stuck = await claim(bindings, project_id).catch((error: unknown) => void errors.push(error));
      if (stuck) failed_in_row = (await retry(bindings, project_id, stuck)) ? 0 : failed_in_row + 1;
      else {
        tried -= 1;
        left.delete(project_id);
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  return tried;
}

function claim(bindings: Bindings, project_id: number): Promise<StuckAnalysis | null> {
  const now = Date.now();
  return callStore(bindings, project_id, (store) =>
    store.claimStuckAnalysis(project_id, now - ANALYSIS_STUCK_AFTER, now),
  );
}

/** @returns whether it is done with */
async function retry(
  bindings: Bindings,
  project_id: number,
  { session_id, agent_id, tries }: StuckAnalysis,
): Promise<boolean> {
  try {
    const problem = await attemptAnalysis(bindings, project_id, session_id, agent_id);
    if (problem !== null && tries >= MAX_TRIES)
      await callStore(bindings, project_id, (store) => store.failAnalysis(project_id, session_id, problem, Date.now()));
    return problem === null;
  } catch (error) {
    // It is pending still.
    logError("analysis_broke_off", error, { session_id });
    return false;
  }
}

/** Where something is left, another run comes again. What is new after this wakes the store, which says so. */
async function settle(bindings: Bindings, project_id: number): Promise<void> {
  await announceAnalyses(bindings, project_id);
  if (!(await callStore(bindings, project_id, (store) => store.hasOpenAnalyses(project_id))))
    await noteNoOpenAnalyses(bindings.DB, project_id);
}
