import type { RatedAsked } from "../objects/project-store/after-call-rpc.ts";
import { callStore, type StoreBindings } from "../objects/project-store/client.ts";

/** Rated sessions that are read at once: their ids are one value of D1. */
const AT_ONCE = 10_000;

/**
 * All sessions of a project that began in [from, until), unix milliseconds, with their visitors' ratings; piece by piece.
 * @param call how its store is called
 */
export async function* ratedSessions(
  bindings: StoreBindings,
  project_id: number,
  from: number,
  until: number,
  call: typeof callStore = callStore,
) {
  for (let before: RatedAsked["before"] = null; ; ) {
    const asked: RatedAsked = { rating: null, oldest: true, before, from, until };
    const { rated, next } = await call(bindings, project_id, (store) => store.rated(project_id, asked, AT_ONCE));
    if (rated.length > 0) yield rated;
    if (next === null) return;
    before = next;
  }
}
