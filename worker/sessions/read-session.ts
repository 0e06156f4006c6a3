import { type Actor, scopeOf } from "../auth/actor.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { findProject, type Project } from "../storage/projects.ts";
import { listEvents } from "../storage/session-events.ts";
import { listUsage, type UsageRow } from "../storage/session-usage.ts";
import { findSession, listSessions, type SessionRow } from "../storage/sessions.ts";
import { orgOfSession } from "./session-id.ts";
import { foldTranscript } from "./transcript.ts";

/** More than a day of one conversation's events: a bound for the answer, not for the conversation. */
const MAX_EVENTS = 10_000;

/** A project's sessions as its ledger knows them now, newest first, below `before`. */
export async function readSessions(
  bindings: Bindings,
  project: Project,
  before: { started_at: number; id: string } | null,
  limit: number,
): Promise<SessionRow[]> {
  if (project.org_id !== null) await callLedger(bindings, project.org_id, (ledger) => ledger.publishPending());
  return listSessions(bindings.DB, project.id, before, limit);
}

/**
 * The session as its ledger knows it now.
 * @throws ApiError `session_not_found` also where the actor may not see it
 */
export async function loadSession(bindings: Bindings, actor: Actor, id: string): Promise<SessionRow> {
  const org_id = orgOfSession(id);
  if (org_id === null || org_id !== (scopeOf(actor) ?? org_id)) throw new ApiError("session_not_found");
  await callLedger(bindings, org_id, (ledger) => ledger.publishPending());
  const row = await findSession(bindings.DB, id);
  const project = row && (await findProject(bindings.DB, row.project_id, scopeOf(actor)));
  if (!row || !project) throw new ApiError("session_not_found");
  return row;
}

function totalsOf(items: UsageRow[]) {
  const totals = { input_tokens: 0, output_tokens: 0, total_tokens: 0, seconds: 0 };
  for (const item of items)
    for (const name of ["input_tokens", "output_tokens", "total_tokens", "seconds"] as const)
      totals[name] += item[name] ?? 0;
  return totals;
}

/** What happened in a session: its events, what was said, and what the vendor counted. */
export async function readConversation(db: D1Database, session_id: string) {
  const [events, items] = await Promise.all([
    listEvents(db, session_id, MAX_EVENTS),
    listUsage(db, session_id, MAX_EVENTS),
  ]);
  return {
    events: events.map(({ type, body, at, received_at }) => ({ type, ...body, at, received_at })),
    transcript: foldTranscript(events),
    usage: { totals: totalsOf(items), items },
  };
}
