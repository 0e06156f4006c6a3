import { IDS_OF_PROJECT } from "../objects/project-store/engine.ts";
import { orgOfSession, projectOfSession } from "../session-id.ts";
import { projectOfSessionSql } from "./project-stores.ts";
import { OF_SCOPE } from "./table.ts";

/** What the targets of the audit log are called now, and in which project they are. */
export interface Named {
  name: string | null;
  project_id: number | null;
}

const IN = "IN (SELECT value FROM json_each(?1))";
const OF_ORGANIZATION = "(?2 IS NULL OR org_id = ?2)";

/**
 * By the noun of a target: each selects `id`, `name` and `project_id` of the ids in the JSON list ?1, as far as they are
 * the organization's ?2, unless that is null. Who works for the operator is no organization's to know.
 */
const SELECTS: Record<string, string> = {
  organization: `SELECT id, name, NULL AS project_id FROM organizations WHERE id ${IN} AND (?2 IS NULL OR id = ?2)`,
  project: `SELECT id, name, id AS project_id FROM projects WHERE id ${IN} AND ${OF_ORGANIZATION}`,
  agent: `SELECT id, name, project_id FROM agents WHERE id ${IN} AND ${OF_SCOPE}`,
  key: `SELECT id, name, project_id FROM api_keys WHERE id ${IN} AND ${OF_SCOPE}`,
  channel: `SELECT id, name, project_id FROM channels WHERE id ${IN} AND ${OF_SCOPE}`,
  token: `SELECT id, name, NULL AS project_id FROM org_tokens WHERE id ${IN} AND ${OF_ORGANIZATION}`,
  operator: `SELECT id, name, NULL AS project_id FROM operators WHERE id ${IN} AND ?2 IS NULL`,
  webhook: `SELECT id, url AS name, project_id FROM webhooks WHERE id ${IN} AND ${OF_SCOPE}`,
  source: `SELECT id, title AS name, project_id FROM knowledge_sources WHERE id ${IN} AND ${OF_SCOPE}`,
  // A contact's id says in whose store it is; whether it is there still, only the store knows.
  contact: `SELECT asked.value AS id, NULL AS name, p.id AS project_id FROM json_each(?1) AS asked
    LEFT JOIN contact_projects AS given ON given.id = asked.value
    JOIN projects AS p ON p.id = coalesce(given.project_id, asked.value / ${IDS_OF_PROJECT}) AND (?2 IS NULL OR p.org_id = ?2)`,
  // So does a session's, each with the project that it names.
  session: `SELECT asked.value ->> 0 AS id, NULL AS name, p.id AS project_id FROM json_each(?1) AS asked
    JOIN projects AS p ON p.id = coalesce(${projectOfSessionSql("asked.value ->> 0")}, asked.value ->> 1) AND (?2 IS NULL OR p.org_id = ?2)`,
};

/**
 * @param targets as the log has them, `noun:id`; a noun that nobody knows, and what was deleted, is left out
 * @param scope the only organization whose names may be seen, `null` for all
 */
export async function namesOf(db: D1Database, targets: string[], scope: number | null): Promise<Map<string, Named>> {
  const ids = new Map<string, Set<string>>();
  for (const target of targets) {
    const [noun = "", id = ""] = target.split(":", 2);
    if (noun in SELECTS && id !== "") ids.set(noun, (ids.get(noun) ?? new Set()).add(id));
  }
  const nouns = [...ids];
  if (nouns.length === 0) return new Map();
  const answers = await db.batch<Named & { id: number | string }>(
    nouns.map(([noun, of]) =>
      db
        .prepare(SELECTS[noun] as string)
        .bind(JSON.stringify(noun === "session" ? sessionsOf([...of], scope) : [...of].map(Number)), scope),
    ),
  );
  return new Map(
    answers.flatMap(({ results }, index) =>
      results.map(({ id, name, project_id }) => [`${nouns[index]?.[0]}:${id}`, { name, project_id }] as const),
    ),
  );
}

const PROJECTS_OF_SESSIONS = `SELECT asked.value ->> 0 AS id, p.name, p.id AS project_id FROM json_each(?1) AS asked
  JOIN projects AS p ON p.id = coalesce(${projectOfSessionSql("asked.value ->> 0")}, asked.value ->> 1) AND p.org_id = ?2 AND p.deleted_at IS NULL`;

/** The projects of an organization's sessions, by the session's id; those that were deleted or given away are left out. */
export async function projectsOfSessions(
  db: D1Database,
  ids: string[],
  org_id: number,
): Promise<Map<string, { project_id: number; name: string }>> {
  if (ids.length === 0) return new Map();
  const { results } = await db
    .prepare(PROJECTS_OF_SESSIONS)
    .bind(JSON.stringify(sessionsOf(ids, org_id)), org_id)
    .all<{ id: string; project_id: number; name: string }>();
  return new Map(results.map(({ id, ...project }) => [id, project]));
}

const sessionsOf = (ids: string[], scope: number | null) =>
  ids.filter((id) => scope === null || orgOfSession(id) === scope).map((id) => [id, projectOfSession(id)]);
