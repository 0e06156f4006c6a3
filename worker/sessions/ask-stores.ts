import { answersOf, askAll } from "../ask-all.ts";
import { logError } from "../log-error.ts";
import { type callStore, callStoreWithin } from "../objects/project-store/client.ts";

/** Stores asked at once. */
const AT_ONCE = 20;
/** How long a list waits for a store, milliseconds. */
const LIMIT = 3_000;

const callInTime: typeof callStore = (...call) => callStoreWithin(LIMIT, ...call);

/**
 * Asks the stores of many projects what a list shows, which waits for none of them long.
 * @param ask asks one, by `call`
 * @returns all that was answered, in the order of the items; `unanswered`: the projects of the others
 */
export async function askStores<Item, Answer>(
  items: readonly Item[],
  projectOf: (item: Item) => number,
  ask: (item: Item, call: typeof callStore) => Promise<Answer>,
): Promise<{ answers: Answer[]; unanswered: number[] }> {
  const unanswered: number[] = [];
  const results = await askAll(items, AT_ONCE, (item) =>
    ask(item, callInTime).catch((error: unknown) => {
      const project_id = projectOf(item);
      logError("store_unanswered", error, { project_id });
      unanswered.push(project_id);
      throw error;
    }),
  );
  return { answers: answersOf(results), unanswered };
}
