import type { Row } from "../../shared/backup.ts";
import { callStore, type StoreBindings } from "../objects/project-store/client.ts";
import { testKeysAmong } from "../storage/keys.ts";

/**
 * What a restore does with keys that it has brought: they come behind the stores, which have taken over the sessions of an older
 * archive by then.
 */
export async function markTestCalls(bindings: StoreBindings & { DB: D1Database }, keys: Row[]): Promise<void> {
  const tests = await testKeysAmong(
    bindings.DB,
    keys.map(({ id }) => Number(id)),
  );
  const own = keys.filter(({ id }) => tests.includes(Number(id)));
  for (const [project, rows] of Map.groupBy(own, ({ project_id }) => Number(project_id))) {
    const ids = rows.map(({ id }) => Number(id));
    await callStore(bindings, project, (store) => store.markTestCalls(project, ids));
  }
}
