import { answersOf, askAll } from "../ask-all.ts";
import { logError } from "../log-error.ts";
import { callStoreWithin, type StoreBindings, type StoreStub } from "../objects/project-store/client.ts";

/** Stores asked at once. */
const AT_ONCE = 20;
/** How long a list waits for a store, milliseconds. */
const LIMIT = 3_000;

/**
 * Asks the stores of many projects what a list shows, which waits for none of them long.
 * @returns all that was answered, in the order of the items; `unanswered`: the projects of the others
 */
export async function askStores<Item, Answer>(
  bindings: StoreBindings,
  items: readonly Item[],
  projectOf: (item: Item) => number,
  ask: (store: StoreStub, item: Item) => Promise<Answer>,
): Promise<{ answers: Answer[]; unanswered: number[] }> {
  const unanswered: number[] = [];
  const results = await askAll(items, AT_ONCE, (item) => {
    const project_id = projectOf(item);
    return callStoreWithin(LIMIT, bindings, project_id, (store) => ask(store, item)).catch((error: unknown) => {
      logError("store_unanswered", error, { project_id });
      unanswered.push(project_id);
      throw error;
    });
  });
  return { answers: answersOf(results), unanswered };
}
