import type { StoreBindings } from "../objects/project-store/client.ts";
import type { SessionFound, SessionListed, SessionOpening } from "../objects/project-store/session-rpc.ts";
import { askStores } from "./ask-stores.ts";

/** `unanswered`: projects whose stores did not answer; words and totals of their sessions are missing. */
export interface ListedSessions {
  rows: SessionListed[];
  unanswered: number[];
}

/** Adds how the sessions began and what they came to, from the stores of their projects. */
export async function withOpenings(bindings: StoreBindings, found: SessionFound[]): Promise<ListedSessions> {
  const projects = [...Map.groupBy(found, ({ project_id }) => project_id)];
  const { answers, unanswered } = await askStores(
    bindings,
    projects,
    ([project_id]) => project_id,
    (store, [project_id, rows]) => {
      const ids = rows.map(({ id }) => id);
      const failed = rows.filter(({ end_reason }) => end_reason === "failed").map(({ id }) => id);
      return store.openings(project_id, ids, failed);
    },
  );
  const openings = new Map(answers.flat().map((opening): [string, SessionOpening] => [opening.session_id, opening]));
  const rows = found.map((row): SessionListed => {
    const {
      asked = null,
      input = null,
      page = null,
      failure = null,
      contact_id = null,
      rating = null,
      summary = null,
    } = openings.get(row.id) ?? {};
    return { ...row, asked, input, page, failure, contact_id, rating, summary };
  });
  return { rows, unanswered };
}
