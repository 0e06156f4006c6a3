import {
  DEMO_AGENTS,
  DEMO_CREDIT,
  DEMO_LOOK,
  DEMO_ORGANIZATION,
  DEMO_PROJECT,
} from "../../../worker/projects/demo-content.ts";
import type { Admin, DemoSite } from "./operator.ts";

/** The same as the demo site's, but nobody else's: what a test changes or counts there is its own. */
export async function makeDemoOrganization(admin: Admin): Promise<DemoSite> {
  const make = <T>(path: string, body: object) => admin.call<T & { id: number }>("POST", path, body);
  const { id: organization_id } = await make("/organizations", DEMO_ORGANIZATION);
  const [{ id: project_id }] = await Promise.all([
    make("/projects", { org_id: organization_id, name: DEMO_PROJECT, widget_config: DEMO_LOOK }),
    make(`/organizations/${organization_id}/credits`, { amount: DEMO_CREDIT }),
  ]);
  // One after the other: pages list them in the order of their numbers.
  const agent_ids: number[] = [];
  for (const agent of DEMO_AGENTS) agent_ids.push((await make("/agents", { ...agent, project_id })).id);
  const { key, snippet } = await make<{ key: string; snippet: string }>(`/projects/${project_id}/channels`, {
    name: "Demo page",
    agent_id: agent_ids[0],
  });
  return { organization_id, project_id, agent_ids, api_key: key, snippet };
}
