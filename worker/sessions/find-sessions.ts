import type { EndReason } from "../../shared/session.ts";
import { type Actor, scopeOf } from "../actor.ts";
import type { Bindings } from "../env.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { callStore } from "../objects/project-store/client.ts";
import type { SearchAsked } from "../objects/project-store/rpc.ts";
import { matchOf } from "../objects/project-store/search-words.ts";
import type { Project } from "../storage/projects.ts";
import {
  activeSessions,
  listSessions,
  type SessionCursor,
  type SessionFilter,
  type SessionFound,
  sessionsAmong,
} from "../storage/session-search.ts";
import { type ListedSessions, withOpenings } from "./session-openings.ts";
import { lastUtterances, readableGroups } from "./transcript.ts";

/** Sessions that may be indexed before a search is answered. */
const MOST_INDEXED = 500;
/** Sessions of an export that are read at once. */
const PAGE = 100;
const MAX_LINES = 5_000;
/** Sessions with the words that are looked at, at first and at most at once: their ids are one value of D1. */
const FIRST_HITS = 200;
const MOST_HITS = 10_000;
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
  /** As sessions name a visitor. */
  subject?: string | undefined;
  /** The newest first, if not said otherwise. */
  order?: "newest" | "oldest" | undefined;
}

/** What is looked for: in D1, and in transcripts, `null` for any. */
interface Prepared {
  filter: SessionFilter;
  match: string | null;
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
): Promise<Prepared | null> {
  if (project.org_id !== null) await callLedger(bindings, project.org_id, (ledger) => ledger.publishPending());
  const q = query.q?.trim() ?? "";
  const match = q === "" ? null : matchOf(q);
  if (q !== "" && match === null) return null;
  if (match !== null) await callStore(bindings, project.id, (store) => store.index(project.id, MOST_INDEXED));
  const filter: SessionFilter = {
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
    subject: query.subject ?? null,
    oldest: query.order === "oldest",
  };
  return { filter, match };
}

/** Behind the cursor, in the filter's order. */
async function page(
  bindings: Bindings,
  { filter, match }: Prepared,
  before: SessionCursor | null,
  limit: number,
): Promise<SessionFound[]> {
  const { DB } = bindings;
  if (match === null) return listSessions(DB, filter, before, limit);
  const { project_id, from, until, oldest } = filter;
  const found: SessionFound[] = [];
  let below: number | null = null;
  // The store knows the words, D1 the rest: what few sessions fulfil is looked for among more and more.
  for (let hits = FIRST_HITS; ; hits = Math.min(MOST_HITS, 4 * hits)) {
    const asked: SearchAsked = { match, oldest, before, from, until, below };
    const { session_ids, below: next } = await callStore(bindings, project_id, (store) =>
      store.search(project_id, asked, hits),
    );
    found.push(...(await sessionsAmong(DB, filter, session_ids, limit - found.length)));
    if (found.length >= limit || next === null) return found;
    below = next;
  }
}

/** Behind the cursor, in the query's order. */
export async function findSessions(
  bindings: Bindings,
  actor: Actor,
  project: Project,
  query: SessionQuery,
  before: SessionCursor | null,
  limit: number,
): Promise<ListedSessions> {
  const prepared = await prepare(bindings, actor, project, query);
  return withOpenings(bindings, prepared === null ? [] : await page(bindings, prepared, before, limit));
}

/** What runs in all that the actor may see, newest first, below the cursor. */
export async function findActive(
  bindings: Bindings,
  actor: Actor,
  before: SessionCursor | null,
  limit: number,
): Promise<ListedSessions> {
  const scope = scopeOf(actor);
  if (scope !== null) await callLedger(bindings, scope, (ledger) => ledger.publishPending());
  return withOpenings(bindings, await activeSessions(bindings.DB, scope, Date.now(), before, limit));
}

/** All of them with their transcripts, page by page. */
export async function* eachSession(bindings: Bindings, actor: Actor, project: Project, query: SessionQuery) {
  const prepared = await prepare(bindings, actor, project, query);
  if (prepared === null) return;
  for (let before: SessionCursor | null = null; ; ) {
    // Whoever takes everything along is told of a store that does not answer.
    const { rows, unanswered }: ListedSessions = await withOpenings(
      bindings,
      await page(bindings, prepared, before, PAGE),
    );
    if (unanswered.length > 0) throw new Error("The project's store does not answer");
    const groups = await readableGroups(
      bindings,
      project.id,
      rows.map(({ id }) => id),
    );
    for (const ids of groups) {
      const lines = await lastUtterances(bindings, project.id, ids, MAX_LINES);
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
