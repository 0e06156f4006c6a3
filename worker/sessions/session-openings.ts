import { answersOf, askAll } from "../ask-all.ts";
import { logError } from "../log-error.ts";
import { callStoreWithin, type StoreBindings } from "../objects/project-store/client.ts";
import type { SessionOpening } from "../objects/project-store/rpc.ts";
import type { SessionFound } from "../storage/session-search.ts";

/** A session as a list shows it. */
export type SessionListed = SessionFound & Omit<SessionOpening, "session_id">;

/** `unanswered`: projects whose stores did not answer; what was said in these sessions is not there, nor what they came to. */
export interface ListedSessions {
  rows: SessionListed[];
  unanswered: number[];
}

/** Stores asked at once. */
const AT_ONCE = 20;
/** How long a list waits for a store, milliseconds. */
const LIMIT = 3_000;

function openingsOf(bindings: StoreBindings, project_id: number, rows: SessionFound[]): Promise<SessionOpening[]> {
  const ids = rows.map(({ id }) => id);
  const failed = rows.filter(({ end_reason }) => end_reason === "failed").map(({ id }) => id);
  return callStoreWithin(LIMIT, bindings, project_id, (store) => store.openings(project_id, ids, failed));
}

/** Adds how the sessions began and what they came to, from the stores of their projects. */
export async function withOpenings(bindings: StoreBindings, found: SessionFound[]): Promise<ListedSessions> {
  const projects = [...Map.groupBy(found, ({ project_id }) => project_id)];
  const unanswered: number[] = [];
  const results = await askAll(projects, AT_ONCE, ([project_id, rows]) =>
    openingsOf(bindings, project_id, rows).catch((error) => {
      logError("store_unanswered", error, { project_id });
      unanswered.push(project_id);
      return [];
    }),
  );
  const openings = new Map(answersOf(results).flatMap((all) => all.map((opening) => [opening.session_id, opening])));
  const rows = found.map((row): SessionListed => {
    const {
      asked = null,
      failure = null,
      contact_id = null,
      rating = null,
      summary = null,
    } = openings.get(row.id) ?? {};
    return { ...row, asked, failure, contact_id, rating, summary };
  });
  return { rows, unanswered };
}
