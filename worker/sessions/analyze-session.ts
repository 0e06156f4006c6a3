import type { Analysis, AnalysisPlan } from "../../shared/analysis.ts";
import type { Actor } from "../auth/actor.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import type { Lease } from "../objects/org-ledger/rpc.ts";
import { auditActor } from "../projects/load.ts";
import { findAgentForAnalysis } from "../storage/agents.ts";
import {
  beginTry,
  failAnalysis,
  findAnalysis,
  finishAnalysis,
  requestAgain,
  requestAnalyses,
  strandedAnalyses,
} from "../storage/analyses.ts";
import { recordAudit } from "../storage/audit.ts";
import { keepingNothing } from "../storage/retention.ts";
import { findSession, type SessionRow } from "../storage/sessions.ts";
import { AnalysisFailure, configuredModel, messagesFor, resultOf } from "./analysis-model.ts";
import { announce } from "./announce.ts";
import { linksOf } from "./announce-news.ts";
import { lastUtterances } from "./transcript.ts";

/** Milliseconds before each try; after the last one an analysis has failed. */
const PAUSES = [0, 2_000, 8_000, 20_000];
/** One that waits longer than all tries take was left behind by a crash. Milliseconds. */
const STRANDED_AFTER = 300_000;
const STRANDED_AT_ONCE = 20;
const MAX_LINES = 5_000;
const NOTHING: AnalysisPlan = { fields: [], criteria: [] };

/**
 * Has the conversations that ended analyzed, where a model is configured: once each, and in nobody's way.
 * @param later Holds work that nothing waits for.
 */
export async function analyzeEnded(
  bindings: Bindings,
  sessions: Lease[],
  later: (work: Promise<unknown>) => void,
): Promise<void> {
  const ended = sessions.filter(({ state, connected_at }) => state === "ended" && connected_at !== null);
  if (ended.length === 0 || configuredModel(bindings) === null) return;
  const nothing = await keepingNothing(bindings.DB, [...new Set(ended.map(({ project_id }) => project_id))]);
  const kept = ended.filter(({ project_id }) => !nothing.includes(project_id)).map(({ session_id }) => session_id);
  const ids = await requestAnalyses(bindings.DB, kept, Date.now());
  for (const id of ids) later(analyze(bindings, id));
}

/** Takes up what a crash left behind. */
export async function analyzeStranded(bindings: Bindings): Promise<number> {
  if (configuredModel(bindings) === null) return 0;
  const ids = await strandedAnalyses(bindings.DB, Date.now() - STRANDED_AFTER, STRANDED_AT_ONCE);
  await Promise.all(ids.map((id) => analyze(bindings, id)));
  return ids.length;
}

/** The operator wants another one. @throws ApiError where no model is configured */
export async function analyzeAgain(
  bindings: Bindings,
  actor: Actor,
  session: SessionRow,
  later: (work: Promise<unknown>) => void,
): Promise<Analysis | null> {
  if (configuredModel(bindings) === null) throw new ApiError("analysis_not_configured");
  await requestAgain(bindings.DB, session.id, Date.now()).run();
  const target = `session:${session.id}`;
  await recordAudit(bindings.DB, { ...auditActor(actor, session.org_id), action: "session.analyze", target });
  later(analyze(bindings, session.id));
  return findAnalysis(bindings.DB, session.id);
}

async function analyze(bindings: Bindings, session_id: string): Promise<void> {
  const { DB } = bindings;
  try {
    for (const [index, pause] of PAUSES.entries()) {
      if (pause > 0) await scheduler.wait(pause);
      if (!(await beginTry(DB, session_id, Date.now()))) return;
      const problem = await tryOnce(bindings, session_id);
      if (problem === null) return;
      if (index === PAUSES.length - 1) await failAnalysis(DB, session_id, problem, Date.now()).run();
    }
  } catch (error) {
    // The next cron takes it up.
    console.error(JSON.stringify({ event: "analysis_broke_off", session_id, error: String(error).slice(0, 300) }));
  }
}

/** @returns why it did not work, `null` where it did or there is nothing to do any more */
async function tryOnce(bindings: Bindings, session_id: string): Promise<string | null> {
  const { DB } = bindings;
  const ask = configuredModel(bindings);
  const session = await findSession(DB, session_id);
  if (!ask || !session) return "No model is configured";
  const lines = await lastUtterances(DB, [session_id], MAX_LINES);
  if (lines.length === 0) {
    await failAnalysis(DB, session_id, "Nothing was said", Date.now()).run();
    return null;
  }
  const plan = (await findAgentForAnalysis(DB, session.agent_id)) ?? NOTHING;
  try {
    const result = resultOf(plan, await ask(messagesFor(plan, lines)));
    const now = Date.now();
    const { meta } = await finishAnalysis(DB, session_id, result, now).run();
    if (meta.changes === 1) await announceAnalysis(bindings, session, result, now);
    return null;
  } catch (error) {
    if (error instanceof AnalysisFailure) return error.message;
    throw error;
  }
}

function announceAnalysis(bindings: Bindings, session: SessionRow, result: object, at: number): Promise<void> {
  const { id, project_id, agent_id, agent_name } = session;
  return announce(bindings, [
    {
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
    },
  ]);
}
