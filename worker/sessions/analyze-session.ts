import type { Analysis, AnalysisPlan } from "../../shared/analysis.ts";
import type { Actor } from "../actor.ts";
import { audit } from "../change.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { logError } from "../log-error.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import type { FailedFollowUps } from "../objects/org-ledger/outside.ts";
import type { AnalysisAsked } from "../objects/project-store/after-call-rpc.ts";
import { callStore } from "../objects/project-store/client.ts";
import type { SessionRow } from "../objects/project-store/session-rpc.ts";
import { permit } from "../permissions.ts";
import { findPlanOfAgent } from "../storage/agents.ts";
import { AnalysisFailure, configuredModel, messagesFor, resultOf } from "./analysis-model.ts";
import { announceAnalyses } from "./announce-analyses.ts";
import { eachProject } from "./each-project.ts";
import { lastUtterances } from "./transcript.ts";

/** Milliseconds before each attempt. After the last one the analysis has failed. */
const PAUSES = [0, 2_000, 8_000, 20_000];
export const MAX_TRIES = PAUSES.length;
const MAX_LINES = 5_000;
const NOTHING: AnalysisPlan = { fields: [], criteria: [] };

const askedOf = ({ org_id, agent_id, agent_name }: Omit<AnalysisAsked, "session_id">, session_id: string) => ({
  session_id,
  org_id,
  agent_id,
  agent_name,
});

/**
 * Has each conversation that ended analyzed once, if a model is configured. Of projects that keep nothing none is.
 * @param waitUntil keeps the analyses running; nothing here waits for them
 * @returns projects whose store does not answer
 */
export async function analyzeEnded(
  bindings: Bindings,
  sessions: Lease[],
  waitUntil: (work: Promise<unknown>) => void,
): Promise<FailedFollowUps> {
  const failed: FailedFollowUps = new Map();
  const ended = sessions.filter(({ state, connected_at }) => state === "ended" && connected_at !== null);
  if (ended.length === 0 || configuredModel(bindings) === null) return failed;
  const now = Date.now();
  await eachProject(ended, failed, async (project_id, leases) => {
    const requests = leases.map((lease) => askedOf(lease, lease.session_id));
    const ids = await callStore(bindings, project_id, (store) => store.requestAnalyses(project_id, requests, now));
    for (const one of requests)
      if (ids.includes(one.session_id)) waitUntil(analyze(bindings, project_id, one.session_id, one.agent_id));
  });
  return failed;
}

/** Analyzes a session again, for the operator. @throws ApiError if no model is configured */
export async function analyzeAgain(
  bindings: Bindings,
  actor: Actor,
  session: SessionRow,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Analysis | null> {
  const record = {
    ...permit(actor, "session.analyze", { id: session.project_id, org_id: session.org_id }),
    target: `session:${session.id}`,
  };
  if (configuredModel(bindings) === null) throw new ApiError("analysis_not_configured");
  // The new analysis takes the place of the one before.
  const { id, project_id } = session;
  const request = askedOf(session, id);
  const now = Date.now();
  await announceAnalyses(bindings, project_id, id);
  await audit(bindings.DB, record);
  await callStore(bindings, project_id, (store) => store.requestAnalysisAgain(project_id, request, now));
  waitUntil(analyze(bindings, project_id, id, session.agent_id));
  return callStore(bindings, project_id, (store) => store.analysis(project_id, id));
}

async function analyze(bindings: Bindings, project_id: number, session_id: string, agent_id: number): Promise<void> {
  try {
    for (const [index, pause] of PAUSES.entries()) {
      if (pause > 0) await scheduler.wait(pause);
      const began = Date.now();
      const next = await callStore(bindings, project_id, (store) =>
        store.beginAnalysis(project_id, session_id, index + 1, began),
      );
      if (!next) return;
      const problem = await attemptAnalysis(bindings, project_id, session_id, agent_id);
      if (problem === null) return await announceAnalyses(bindings, project_id, session_id);
      if (index < PAUSES.length - 1) continue;
      const ended = Date.now();
      await callStore(bindings, project_id, (store) => store.failAnalysis(project_id, session_id, problem, ended));
    }
  } catch (error) {
    // The next cron retries it, or tells the webhooks of it.
    logError("analysis_broke_off", error, { session_id });
  }
}

/**
 * One attempt, which whoever calls it has counted, and announces.
 * @returns why it failed, `null` if it succeeded or there is nothing left to do
 */
export async function attemptAnalysis(
  bindings: Bindings,
  project_id: number,
  session_id: string,
  agent_id: number,
): Promise<string | null> {
  const ask = configuredModel(bindings);
  if (!ask) return "No model is configured";
  const lines = await lastUtterances(bindings, project_id, [session_id], MAX_LINES);
  if (lines.length === 0) {
    const now = Date.now();
    await callStore(bindings, project_id, (store) =>
      store.failAnalysis(project_id, session_id, "Nothing was said", now),
    );
    return null;
  }
  const plan = (await findPlanOfAgent(bindings.DB, agent_id)) ?? NOTHING;
  try {
    const result = resultOf(plan, await ask(messagesFor(plan, lines)));
    const now = Date.now();
    await callStore(bindings, project_id, (store) => store.finishAnalysis(project_id, session_id, result, now));
    return null;
  } catch (error) {
    if (error instanceof AnalysisFailure) return error.message;
    throw error;
  }
}
