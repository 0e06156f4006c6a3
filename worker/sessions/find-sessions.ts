import type { EndReason } from "../../shared/session.ts";
import { type Actor, scopeOf } from "../actor.ts";
import type { Bindings } from "../env.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import type { RatedAsked, SessionPlace } from "../objects/project-store/after-call-rpc.ts";
import { callStore } from "../objects/project-store/client.ts";
import type { SearchAsked } from "../objects/project-store/rpc.ts";
import { matchOf } from "../objects/project-store/search-words.ts";
import type { Project } from "../storage/projects.ts";
import {
  activeSessions,
  type SessionFilter,
  type SessionFound,
  sessionsAmong,
  sessionsBehind,
} from "../storage/session-search.ts";
import { type ListedSessions, withOpenings } from "./session-openings.ts";
import { lastUtterances, readableGroups } from "./transcript.ts";

/** Sessions that may be indexed before a search is answered. */
const MOST_INDEXED = 500;
/** Sessions of an export that are read at once. */
const PAGE = 100;
const MAX_LINES = 5_000;
/** Sessions that are looked at, at first with and without words, and for one page at most: nobody else's query waits longer. */
const FIRST_HITS = 200;
const FIRST_LISTED = 20;
const MOST_LOOKED = 10_000;
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

/** What is looked for: in D1, and in the store; there `null` is any. */
interface Prepared {
  filter: SessionFilter;
  match: string | null;
  rating: number | null;
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
    connected: query.connected ?? null,
    test: query.test ?? null,
    min_seconds: query.min_seconds ?? null,
    max_seconds: query.max_seconds ?? null,
    min_credits: query.min_credits ?? null,
    max_credits: query.max_credits ?? null,
    subject: query.subject ?? null,
    oldest: query.order === "oldest",
  };
  return { filter, match, rating: query.rating ?? null };
}

/** Sessions in the filter's order that may be among those that are looked for, and where they go on. */
interface Candidates {
  ids: string[];
  next: SessionPlace | null;
}

/** The store knows words and ratings, D1 the rest. */
async function candidates(
  bindings: Bindings,
  { filter, match, rating }: Prepared,
  behind: SessionPlace | null,
  limit: number,
): Promise<Candidates> {
  if (match === null && rating === null) {
    const rows = await sessionsBehind(bindings.DB, filter, behind, limit);
    return { ids: rows.map(({ id }) => id), next: rows.length === limit ? (rows.at(-1) ?? null) : null };
  }
  const { project_id, from, until, oldest } = filter;
  if (match === null) {
    const asked: RatedAsked = { rating, oldest, before: behind, from, until };
    const { rated, next } = await callStore(bindings, project_id, (store) => store.rated(project_id, asked, limit));
    return { ids: rated.map(([id]) => id), next };
  }
  const asked: SearchAsked = { match, oldest, before: behind, from, until, rating };
  const { session_ids, next } = await callStore(bindings, project_id, (store) =>
    store.search(project_id, asked, limit),
  );
  return { ids: session_ids, next };
}

interface Found {
  found: SessionFound[];
  /** Where they go on, `null` at their end. */
  next: SessionPlace | null;
}

/** Of an id: `ses_` and eight characters, which no two sessions of one millisecond share; and the rest, which also says whose it is. */
const SHOWN_OF_ID = 12;
const REST_OF_ID = 17;

/**
 * A place that no id can be read from: whoever may see one organization's sessions goes on behind another's. In lists it stands where
 * the place does, since nothing else begins with these characters. A search, which knows sessions by their ids, goes on at the edge
 * of the place's millisecond: it may repeat a session of it, and skips none.
 */
function unnamed({ started_at, id }: SessionPlace, { oldest }: SessionFilter): SessionPlace {
  return { started_at, id: id.slice(0, SHOWN_OF_ID) + (oldest ? "z" : "0").repeat(REST_OF_ID) };
}

/**
 * Behind the cursor, in the filter's order. What few sessions fulfil is looked for among more and more; where that are many,
 * a page is short, or empty, and goes on behind them.
 */
async function page(
  bindings: Bindings,
  prepared: Prepared,
  before: SessionPlace | null,
  limit: number,
): Promise<Found> {
  const found: SessionFound[] = [];
  let behind = before;
  let looked = 0;
  for (let most = prepared.match === null ? Math.max(limit + 1, FIRST_LISTED) : FIRST_HITS; ; ) {
    const { ids, next } = await candidates(bindings, prepared, behind, most);
    found.push(...(await sessionsAmong(bindings.DB, prepared.filter, ids, limit + 1 - found.length)));
    if (found.length > limit) return { found: found.slice(0, limit), next: found[limit - 1] ?? null };
    looked += most;
    if (next === null) return { found, next };
    if (looked >= MOST_LOOKED)
      return { found, next: prepared.filter.scope === null ? next : unnamed(next, prepared.filter) };
    behind = next;
    most = Math.min(4 * most, MOST_LOOKED - looked);
  }
}

/** A page of a list of sessions. */
export interface SessionPage extends ListedSessions {
  /** Where it goes on, `null` at its end. */
  next: SessionPlace | null;
}

/** Behind the cursor, in the query's order. */
export async function findSessions(
  bindings: Bindings,
  actor: Actor,
  project: Project,
  query: SessionQuery,
  before: SessionPlace | null,
  limit: number,
): Promise<SessionPage> {
  const prepared = await prepare(bindings, actor, project, query);
  if (prepared === null) return { rows: [], unanswered: [], next: null };
  const { found, next } = await page(bindings, prepared, before, limit);
  return { ...(await withOpenings(bindings, found)), next };
}

/** What runs in all that the actor may see, newest first, below the cursor. */
export async function findActive(
  bindings: Bindings,
  actor: Actor,
  before: SessionPlace | null,
  limit: number,
): Promise<SessionPage> {
  const scope = scopeOf(actor);
  if (scope !== null) await callLedger(bindings, scope, (ledger) => ledger.publishPending());
  const found = await activeSessions(bindings.DB, scope, Date.now(), before, limit + 1);
  const next = found.length > limit ? (found[limit - 1] ?? null) : null;
  return { ...(await withOpenings(bindings, found.slice(0, limit))), next };
}

/** All of them with their transcripts, page by page. */
export async function* eachSession(bindings: Bindings, actor: Actor, project: Project, query: SessionQuery) {
  const prepared = await prepare(bindings, actor, project, query);
  if (prepared === null) return;
  for (let before: SessionPlace | null = null; ; ) {
    // Whoever takes everything along is told of a store that does not answer.
    const { found, next }: Found = await page(bindings, prepared, before, PAGE);
    const { rows, unanswered } = await withOpenings(bindings, found);
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
    if (next === null) return;
    before = next;
  }
}
