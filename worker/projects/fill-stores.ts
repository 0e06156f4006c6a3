import { callStore, type StoreBindings } from "../objects/project-store/client.ts";
import { noteMoved, projectsToMove } from "../storage/project-stores.ts";

/** Projects that one run of the cron moves; the next goes on. */
const AT_ONCE = 100;

/**
 * Has each project's store take over what D1 has of it, where no page and no reader has done that yet.
 * @throws what a store threw, once the others are done
 */
export async function fillStores(bindings: StoreBindings & { DB: D1Database }, now: number): Promise<void> {
  const errors: unknown[] = [];
  for (const id of await projectsToMove(bindings.DB, AT_ONCE))
    await callStore(bindings, id, (store) => store.takeOver(id))
      .then(() => noteMoved(bindings.DB, id, now))
      .catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
