import type { Page, Project } from "../answers.ts";
import type { Api } from "../api.ts";

/** The projects of one organization, or those of none. The API lists all that the token may see, page by page. */
export async function projectsOf(api: Api, org_id: number | null, signal: AbortSignal): Promise<Project[]> {
  const found: Project[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Project> = await api.get("/projects", { query: { org_id, cursor, limit: 200 }, signal });
    found.push(...page.items.filter((project) => project.org_id === org_id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}
