import type { EndReason } from "../../shared/session.ts";
import { DAY_MS } from "../../shared/time.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { requireAuthority } from "../bounds.ts";
import { audit } from "../change.ts";
import type { Bindings } from "../env.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import type { SessionPlace } from "../objects/project-store/after-call-rpc.ts";
import { callStore } from "../objects/project-store/client.ts";
import { matchOf } from "../objects/project-store/search-words.ts";
import type { SessionFilter, SessionsFound } from "../objects/project-store/session-rpc.ts";
import { permit } from "../permissions.ts";
import type { Project } from "../storage/projects.ts";
import { lastUtterances, readableGroups } from "./transcript.ts";

/** Sessions of an export that are read at once. */
const PAGE = 100;
const MAX_LINES = 5_000;

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

/** The filter for a query, after the ledger has published its newest changes; `null` if nothing can match. */
async function prepare(
  bindings: Bindings,
  actor: Actor,
  { id, org_id }: Project,
  query: SessionQuery,
): Promise<SessionFilter | null> {
  if (org_id !== null) await callLedger(bindings, org_id, (ledger) => ledger.publishPending(undefined, id));
  const q = query.q?.trim() ?? "";
  const match = q === "" ? null : matchOf(q);
  if (q !== "" && match === null) return null;
  return {
    scope: scopeOf(actor),
    match,
    rating: query.rating ?? null,
    agent: query.agent ?? null,
    from: query.from === undefined ? null : Date.parse(query.from),
    until: query.to === undefined ? null : Date.parse(query.to) + DAY_MS,
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
}

/** Behind the cursor, in the query's order. */
export async function findSessions(
  bindings: Bindings,
  actor: Actor,
  project: Project,
  query: SessionQuery,
  before: SessionPlace | null,
  limit: number,
): Promise<SessionsFound> {
  const filter = await prepare(bindings, actor, project, query);
  if (filter === null) return { rows: [], next: null };
  return callStore(bindings, project.id, (store) => store.findSessions(project.id, filter, before, limit));
}

/** All of them with their transcripts, page by page. */
export async function* eachSession(bindings: Bindings, actor: Actor, project: Project, query: SessionQuery) {
  const filter = await prepare(bindings, actor, project, query);
  if (filter === null) return;
  const pageBehind = (before: SessionPlace | null): Promise<SessionsFound> =>
    callStore(bindings, project.id, (store) => store.findSessions(project.id, filter, before, PAGE));
  for (let before: SessionPlace | null = null; ; ) {
    const { rows, next } = await pageBehind(before);
    const groups = await readableGroups(
      bindings,
      project.id,
      rows.map(({ id }) => id),
    );
    for (const ids of groups) {
      // A stream may take long.
      await requireAuthority(bindings.DB, { actor, project_id: project.id });
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

/** The same for somebody who takes them away, which the audit log tells of. @throws ApiError `changes_limited` */
export async function exportSessions(
  bindings: Bindings,
  actor: Actor,
  project: Project,
  query: SessionQuery,
  format: string,
): Promise<ReturnType<typeof eachSession>> {
  const record = { ...permit(actor, "project.export_sessions", project), target: `project:${project.id}` };
  await audit(bindings.DB, { ...record, change: { format } });
  return eachSession(bindings, actor, project, query);
}
