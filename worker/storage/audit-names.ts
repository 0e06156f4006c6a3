/** What the targets of the audit log are called now, and in which project they are. */
export interface Named {
  name: string | null;
  project_id: number | null;
}

/** By the noun of a target: each selects `id`, `name` and `project_id` of the ids in the JSON list ?1. */
const IN = "IN (SELECT value FROM json_each(?1))";
const SELECTS: Record<string, string> = {
  organization: `SELECT id, name, NULL AS project_id FROM organizations WHERE id ${IN}`,
  project: `SELECT id, name, id AS project_id FROM projects WHERE id ${IN}`,
  agent: `SELECT id, name, project_id FROM agents WHERE id ${IN}`,
  key: `SELECT id, name, project_id FROM api_keys WHERE id ${IN}`,
  channel: `SELECT id, name, project_id FROM channels WHERE id ${IN}`,
  token: `SELECT id, name, NULL AS project_id FROM org_tokens WHERE id ${IN}`,
  operator: `SELECT id, name, NULL AS project_id FROM operators WHERE id ${IN}`,
  webhook: `SELECT id, url AS name, project_id FROM webhooks WHERE id ${IN}`,
  source: `SELECT id, title AS name, project_id FROM knowledge_sources WHERE id ${IN}`,
  contact: `SELECT id, NULL AS name, project_id FROM contacts WHERE id ${IN}`,
  session: `SELECT id, agent_name AS name, project_id FROM sessions WHERE id ${IN}`,
};

/** @param targets as the log has them, `noun:id`; a noun that nobody knows, and what was deleted, is left out */
export async function namesOf(db: D1Database, targets: string[]): Promise<Map<string, Named>> {
  const ids = new Map<string, Set<string>>();
  for (const target of targets) {
    const [noun = "", id = ""] = target.split(":", 2);
    if (noun in SELECTS && id !== "") ids.set(noun, (ids.get(noun) ?? new Set()).add(id));
  }
  const asked = [...ids];
  if (asked.length === 0) return new Map();
  const found = await db.batch<Named & { id: number | string }>(
    asked.map(([noun, of]) =>
      db
        .prepare(SELECTS[noun] as string)
        .bind(JSON.stringify([...of].map((id) => (noun === "session" ? id : Number(id))))),
    ),
  );
  return new Map(
    found.flatMap(({ results }, index) =>
      results.map(({ id, name, project_id }) => [`${asked[index]?.[0]}:${id}`, { name, project_id }] as const),
    ),
  );
}
