import { askAll, errorsOf } from "../ask-all.ts";
import { callStore, type StoreBindings } from "../objects/project-store/client.ts";
import { noteFull, storesInTurn } from "../storage/project-stores.ts";

/** The largest object that Cloudflare allows. Bytes. */
const STORE_LIMIT = 10 * 1024 ** 3;
/** From so many percent on an operator is told. */
const FULL = 80;
/** Stores that one run of the cron asks; the next asks others. */
const IN_A_RUN = 100;
const AT_ONCE = 20;
const RUN_MS = 300_000;

/**
 * Notes which stores are almost full: some in each run, all in turn.
 * @throws what a store threw, once the others are asked
 */
export async function measureStores(bindings: StoreBindings & { DB: D1Database }, now: number): Promise<void> {
  const projects = await storesInTurn(bindings.DB, Math.floor(now / RUN_MS), IN_A_RUN);
  const results = await askAll(projects, AT_ONCE, async ({ project_id, percent: before }) => {
    const bytes = await callStore(bindings, project_id, (store) => store.bytes());
    const percent = Math.floor((100 * bytes) / STORE_LIMIT);
    const shown = percent >= FULL ? percent : null;
    if (shown !== before) await noteFull(bindings.DB, project_id, shown);
  });
  for (const error of errorsOf(results)) throw error;
}
