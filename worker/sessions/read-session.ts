import { type Actor, scopeOf } from "../auth/actor.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { findAnalysis } from "../storage/analyses.ts";
import { contactsOfSession } from "../storage/contacts.ts";
import { findProject } from "../storage/projects.ts";
import { type EventRow, listEvents } from "../storage/session-events.ts";
import { loadSessionFacts } from "../storage/session-facts.ts";
import { listUsage, type UsageRow } from "../storage/session-usage.ts";
import { findSession, type SessionRow } from "../storage/sessions.ts";
import { orgOfSession } from "./session-id.ts";
import { foldTranscript } from "./transcript.ts";

/** More than a day of one conversation's events: a bound for the answer, not for the conversation. */
const MAX_EVENTS = 10_000;

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

/** Why it failed, as the page or the service said. */
function failureIn(events: EventRow[]): string | null {
  const reason = events.findLast(({ type }) => type === "failed")?.body.reason;
  return typeof reason === "string" ? reason : null;
}

/** What happened in a session: its events, what was said, and what the vendor counted. */
export async function readConversation(db: D1Database, session_id: string) {
  const [events, items, contacts, analysis, factsOf] = await Promise.all([
    listEvents(db, session_id, MAX_EVENTS),
    listUsage(db, session_id, MAX_EVENTS),
    contactsOfSession(db, session_id),
    findAnalysis(db, session_id),
    loadSessionFacts(db, [session_id]),
  ]);
  const { rating, contact_id } = factsOf(session_id);
  return {
    rating,
    contact_id,
    failure: failureIn(events),
    events: events.map(({ type, body, at, received_at }) => ({ type, ...body, at, received_at })),
    transcript: foldTranscript(events),
    contacts,
    analysis,
    usage: { totals: totalsOf(items), items },
  };
}
