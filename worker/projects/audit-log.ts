import { type Actor, scopeOf } from "../actor.ts";
import type { StoreBindings } from "../objects/project-store/client.ts";
import { askStores } from "../sessions/ask-stores.ts";
import { type AuditFilters, listAudit } from "../storage/audit.ts";
import type { PageRequest } from "../storage/page.ts";

const SESSION = "session:";

/** The audit log, newest first. What sessions' agents were called is asked of the stores; where one does not answer it is left out. */
export async function readAuditLog(
  bindings: StoreBindings & { DB: D1Database },
  actor: Actor,
  page: PageRequest,
  filters: AuditFilters,
) {
  const scope = scopeOf(actor);
  const { items, next_cursor } = await listAudit(bindings.DB, page, scope, filters);
  const sessions = items.flatMap(({ target, project_id }) =>
    target.startsWith(SESSION) && project_id !== null ? [{ id: target.slice(SESSION.length), project_id }] : [],
  );
  const { answers } = await askStores(
    bindings,
    [...Map.groupBy(sessions, ({ project_id }) => project_id)],
    ([project_id]) => project_id,
    (store, [project_id, own]) => {
      const ids = own.map(({ id }) => id);
      return store.agentNames(project_id, ids, scope);
    },
  );
  const names = new Map(answers.flat().map(([id, name]) => [SESSION + id, name]));
  return {
    items: items.map((entry) => ({ ...entry, target_name: entry.target_name ?? names.get(entry.target) ?? null })),
    next_cursor,
  };
}
