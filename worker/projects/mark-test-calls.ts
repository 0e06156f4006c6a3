import type { Row } from "../../shared/backup.ts";
import { callStore, type StoreBindings } from "../objects/project-store/client.ts";

/** What a restore does with keys: they come behind the stores, which have taken over the sessions of an older archive by then. */
export async function markTestCalls(bindings: StoreBindings, keys: Row[]): Promise<void> {
  const tests = keys.filter(({ channel_id, agent_id }) => (channel_id ?? null) === null && (agent_id ?? null) !== null);
  for (const [project, own] of Map.groupBy(tests, ({ project_id }) => Number(project_id))) {
    const ids = own.map(({ id }) => Number(id));
    await callStore(bindings, project, (store) => store.markTestCalls(project, ids));
  }
}
