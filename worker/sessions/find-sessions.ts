import type { EndReason } from "../../shared/session.ts";
import { type Actor, scopeOf } from "../actor.ts";
import type { Bindings } from "../env.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import type { Project } from "../storage/projects.ts";
import {
  activeSessions,
  type SessionCursor,
  type SessionFilter,
  type SessionListed,
  searchSessions,
} from "../storage/session-search.ts";
import { indexPending, matchOf } from "./search-index.ts";
import { lastUtterances, readableGroups } from "./transcript.ts";

/** Sessions that may be indexed before a search is answered. */
const MOST_INDEXED = 500;
/** Sessions of an export that are read at once. */
const PAGE = 100;
const MAX_LINES = 5_000;
const DAY = 86_400_000;

/** An operator's query; `from` and `to` are UTC days, YYYY-MM-DD, both included. */
export interface SessionQuery {
  q?: string | undefined;
  agent?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  reason?: EndReason | undefined;
  rating?: number | undefined;
  /** Whether there was a conversation. */
  connected?: boolean | undefined;
  /** Whether it is a test call from the console. */
  test?: boolean | undefined;
  min_seconds?: number | undefined;
  max_seconds?: number | undefined;
  min_credits?: number | undefined;
  max_credits?: number | undefined;
}

/**
 * The filter for a query, after the ledger has published its newest changes and transcripts are indexed; `null` if
 * nothing can match.
 */
async function prepare(
  bindings: Bindings,
  actor: Actor,
  project: Project,
  query: SessionQuery,
): Promise<SessionFilter | null> {
  if (project.org_id !== null) await callLedger(bindings, project.org_id, (ledger) => ledger.publishPending());
  const q = query.q?.trim() ?? "";
  const match = q === "" ? null : matchOf(project.id, q);
  if (q !== "" && match === null) return null;
  if (match !== null) await indexPending(bindings.DB, project.id, MOST_INDEXED);
  return {
    project_id: project.id,
    scope: scopeOf(actor),
    agent: query.agent ?? null,
    from: query.from === undefined ? null : Date.parse(query.from),
    until: query.to === undefined ? null : Date.parse(query.to) + DAY,
    reason: query.reason ?? null,
    rating: query.rating ?? null,
    connected: query.connected ?? null,
    test: query.test ?? null,
    min_seconds: query.min_seconds ?? null,
    max_seconds: query.max_seconds ?? null,
    min_credits: query.min_credits ?? null,
    max_credits: query.max_credits ?? null,
    match,
  };
}

/** Newest first, below the cursor. */
export async function findSessions(
  bindings: Bindings,
  actor: Actor,
  project: Project,
  query: SessionQuery,
  before: SessionCursor | null,
  limit: number,
): Promise<SessionListed[]> {
  const filter = await prepare(bindings, actor, project, query);
  return filter === null ? [] : searchSessions(bindings.DB, filter, before, limit);
}

/** What runs in all that the actor may see, newest first, below the cursor. */
export async function findActive(
  bindings: Bindings,
  actor: Actor,
  before: SessionCursor | null,
  limit: number,
): Promise<SessionListed[]> {
  const scope = scopeOf(actor);
  if (scope !== null) await callLedger(bindings, scope, (ledger) => ledger.publishPending());
  return activeSessions(bindings.DB, scope, Date.now(), before, limit);
}

/** All of them with their transcripts, page by page. */
export async function* eachSession(bindings: Bindings, actor: Actor, project: Project, query: SessionQuery) {
  const filter = await prepare(bindings, actor, project, query);
  if (filter === null) return;
  for (let before: SessionCursor | null = null; ; ) {
    const rows: SessionListed[] = await searchSessions(bindings.DB, filter, before, PAGE);
    const groups = await readableGroups(
      bindings.DB,
      rows.map(({ id }) => id),
    );
    for (const ids of groups) {
      const lines = await lastUtterances(bindings.DB, ids, MAX_LINES);
      yield rows
        .filter(({ id }) => ids.includes(id))
        .map((row) => ({
          ...row,
          transcript: lines
            .filter(({ session_id }) => session_id === row.id)
            .map(({ role, text, at }) => ({ role, text, at })),
        }));
    }
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    before = last;
  }
}
