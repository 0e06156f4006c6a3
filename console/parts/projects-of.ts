import type { Project } from "../answers.ts";
import type { Api } from "../api.ts";
import { readAll } from "./read-all.ts";

/** The projects of one organization, or those of none. The API lists all that the token may see. */
export async function projectsOf(api: Api, org_id: number | null, signal: AbortSignal): Promise<Project[]> {
  const all = await readAll<Project>(api, "/projects", { query: { org_id }, signal });
  return all.filter((project) => project.org_id === org_id);
}
