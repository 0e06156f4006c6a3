import type { Provider } from "../../shared/providers.ts";
import type { EndReason, SessionState } from "../../shared/session.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import { withValues } from "./bound-values.ts";

/** A session as the operator may see it. Times are unix milliseconds. */
export interface SessionRow {
  id: string;
  org_id: number;
  project_id: number;
  agent_id: number;
  agent_name: string;
  key_id: number | null;
  provider: Provider;
  vendor: string | null;
  llm_model: string | null;
  subject: string | null;
  call_id: string | null;
  state: SessionState;
  end_reason: EndReason | null;
  started_at: number;
  connected_at: number | null;
  ended_at: number | null;
  charged: number | null;
}

const COLUMNS = `id, org_id, project_id, agent_id, agent_name, key_id, provider, vendor, llm_model, subject, call_id,
  state, end_reason, started_at, connected_at, ended_at, charged`;

/** The fields of a lease that are copied: `COLUMNS` and the revision. */
const COPIED = [
  "session_id",
  "org_id",
  "project_id",
  "agent_id",
  "agent_name",
  "key_id",
  "provider",
  "vendor",
  "llm_model",
  "subject",
  "call_id",
  "state",
  "end_reason",
  "started_at",
  "connected_at",
  "ended_at",
  "charged",
  "revision",
] as const satisfies (keyof Lease)[];

const copied = (name: (typeof COPIED)[number]): string => `value ->> ${COPIED.indexOf(name)}`;

/**
 * Copies what the ledger published. A late copy never overwrites a newer one, never touches a session of another
 * organization or of a project that is being deleted, and never brings back the subject of a visitor who was forgotten
 * meanwhile. Rows are sent as lists, a quarter of the size of objects.
 */
export const upsertSessions = (db: D1Database, sessions: Lease[]): D1PreparedStatement[] =>
  withValues(
    db,
    sessions.map((lease) => JSON.stringify(COPIED.map((name) => lease[name]))),
    (listed) =>
      `WITH copies (value) AS (${listed})
       INSERT INTO sessions (${COLUMNS}, revision)
       SELECT ${COPIED.map(copied).join(", ")} FROM copies
       WHERE NOT EXISTS (SELECT 1 FROM projects WHERE id = ${copied("project_id")} AND deleted_at IS NOT NULL)
       ON CONFLICT (id) DO UPDATE SET
         llm_model = excluded.llm_model, call_id = excluded.call_id, state = excluded.state,
         end_reason = excluded.end_reason, connected_at = excluded.connected_at, ended_at = excluded.ended_at,
         charged = excluded.charged, revision = excluded.revision
       WHERE excluded.revision > sessions.revision AND excluded.org_id = sessions.org_id`,
  );

export const findSession = (db: D1Database, id: string): Promise<SessionRow | null> =>
  db.prepare(`SELECT ${COLUMNS} FROM sessions WHERE id = ?1`).bind(id).first<SessionRow>();

/** When these sessions began, unix milliseconds. */
export async function readStarts(db: D1Database, ids: string[]): Promise<[id: string, started_at: number][]> {
  const { results } = await db
    .prepare("SELECT id, started_at FROM sessions WHERE id IN (SELECT value FROM json_each(?1))")
    .bind(JSON.stringify(ids))
    .all<{ id: string; started_at: number }>();
  return results.map(({ id, started_at }) => [id, started_at]);
}

/** The last sessions of a subject with an agent, in one organization, that have ended and began after `since`, newest first. */
export async function lastSessions(
  db: D1Database,
  of: { project_id: number; org_id: number; agent_id: number; subject: string; since: number },
  limit: number,
): Promise<{ id: string; started_at: number }[]> {
  const { results } = await db
    .prepare(
      `SELECT id, started_at FROM sessions
       WHERE project_id = ?1 AND subject = ?2 AND agent_id = ?3 AND state = 'ended' AND started_at > ?4
         AND org_id = ?6
       ORDER BY started_at DESC, id DESC LIMIT ?5`,
    )
    .bind(of.project_id, of.subject, of.agent_id, of.since, limit, of.org_id)
    .all<{ id: string; started_at: number }>();
  return results;
}
