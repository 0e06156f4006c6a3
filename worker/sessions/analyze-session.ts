import type { Analysis, AnalysisPlan } from "../../shared/analysis.ts";
import type { Actor } from "../actor.ts";
import { change } from "../change.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import { permit } from "../permissions.ts";
import { findPlanOfSession } from "../storage/agents.ts";
import {
  beginAttempt,
  failAnalysis,
  findAnalysis,
  finishAnalysis,
  requestAgain,
  requestAnalyses,
} from "../storage/analyses.ts";
import { keepingNothing } from "../storage/retention.ts";
import type { SessionRow } from "../storage/sessions.ts";
import { AnalysisFailure, configuredModel, messagesFor, resultOf } from "./analysis-model.ts";
import { announceAnalyses } from "./announce-analyses.ts";
import { lastUtterances } from "./transcript.ts";

/** Milliseconds before each attempt. After the last one the analysis has failed. */
const PAUSES = [0, 2_000, 8_000, 20_000];
export const MAX_TRIES = PAUSES.length;
const MAX_LINES = 5_000;
const NOTHING: AnalysisPlan = { fields: [], criteria: [] };

/**
 * Has each conversation that ended analyzed once, if a model is configured.
 * @param waitUntil keeps the analyses running; nothing here waits for them
 */
export async function analyzeEnded(
  bindings: Bindings,
  sessions: Lease[],
  waitUntil: (work: Promise<unknown>) => void,
): Promise<void> {
  const ended = sessions.filter(({ state, connected_at }) => state === "ended" && connected_at !== null);
  if (ended.length === 0 || configuredModel(bindings) === null) return;
  const nothing = await keepingNothing(bindings.DB, [...new Set(ended.map(({ project_id }) => project_id))]);
  const session_ids = ended
    .filter(({ project_id }) => !nothing.includes(project_id))
    .map(({ session_id }) => session_id);
  const ids = await requestAnalyses(bindings.DB, session_ids, Date.now());
  for (const id of ids) waitUntil(analyze(bindings, id));
}

/** Analyzes a session again, for the operator. @throws ApiError if no model is configured */
export async function analyzeAgain(
  bindings: Bindings,
  actor: Actor,
  session: SessionRow,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Analysis | null> {
  const record = { ...permit(actor, "session.analyze", session.org_id), target: `session:${session.id}` };
  if (configuredModel(bindings) === null) throw new ApiError("analysis_not_configured");
  // The new analysis takes the place of the one before.
  await announceAnalyses(bindings, session.id);
  await change(bindings.DB, record, requestAgain(bindings.DB, session.id, Date.now()));
  waitUntil(analyze(bindings, session.id));
  return findAnalysis(bindings.DB, session.id);
}

async function analyze(bindings: Bindings, session_id: string): Promise<void> {
  const { DB } = bindings;
  try {
    for (const [index, pause] of PAUSES.entries()) {
      if (pause > 0) await scheduler.wait(pause);
      if (!(await beginAttempt(DB, session_id, Date.now()))) return;
      const problem = await attemptAnalysis(bindings, session_id);
      if (problem === null) return await announceAnalyses(bindings, session_id);
      if (index === PAUSES.length - 1) await failAnalysis(DB, session_id, problem, Date.now()).run();
    }
  } catch (error) {
    // The next cron retries it, or tells the webhooks of it.
    console.error(JSON.stringify({ event: "analysis_broke_off", session_id, error: String(error).slice(0, 300) }));
  }
}

/**
 * One attempt, which whoever calls it has counted, and announces.
 * @returns why it failed, `null` if it succeeded or there is nothing left to do
 */
export async function attemptAnalysis(bindings: Bindings, session_id: string): Promise<string | null> {
  const { DB } = bindings;
  const ask = configuredModel(bindings);
  const session = await findPlanOfSession(DB, session_id);
  if (!ask || !session) return "No model is configured";
  const lines = await lastUtterances(bindings, session.project_id, [session_id], MAX_LINES);
  if (lines.length === 0) {
    await failAnalysis(DB, session_id, "Nothing was said", Date.now()).run();
    return null;
  }
  const plan = session.plan ?? NOTHING;
  try {
    const result = resultOf(plan, await ask(messagesFor(plan, lines)));
    await finishAnalysis(DB, session_id, result, Date.now()).run();
    return null;
  } catch (error) {
    if (error instanceof AnalysisFailure) return error.message;
    throw error;
  }
}
