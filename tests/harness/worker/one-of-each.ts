import { DeviceCreate } from "../../../worker/openapi/examples/webhooks.ts";
import { leaveContact, makeChannel, makeKey, start, world } from "./organization.ts";
import { askUnanswered } from "./project-store.ts";
import { admin, type Json } from "./request.ts";

const post = (path: string, body: object = {}): Promise<Json> => admin("POST", path, body);

/** An organization with one thing of each kind that a path may name. */
export async function oneOfEach(name: string) {
  const here = await world({ organization: { name }, agent: { name } });
  const { org_id, project_id, agent_id } = here;
  const hook = await post(`/projects/${project_id}/webhooks`, { url: "https://a.example/", events: ["session.ended"] });
  const delivery = await admin("POST", `/webhooks/${hook.id}/test`, undefined, { status: 200 });
  const { session_id = "" } = await start(here);
  await here.ledger.publishPending();
  await askUnanswered({ project_id, org_id }, "ses_x", "Why?");
  const [question] = (await admin("GET", `/projects/${project_id}/questions`)).items;
  const source = await post(`/projects/${project_id}/sources`, { kind: "text", title: "Hours", text: "Nine." });
  const [page] = (await admin("GET", `/sources/${source.id}/pages`)).items;
  const operator = await post("/operators", { name: "Bea", role: "support" });
  const ids: Record<string, string | number> = {
    organizations: org_id,
    projects: project_id,
    agents: agent_id,
    keys: (await makeKey(project_id)).id,
    channels: (await makeChannel(project_id, agent_id)).id,
    tokens: (await post(`/organizations/${org_id}/tokens`)).id,
    sources: source.id,
    pages: page.id,
    questions: question.id,
    sessions: session_id,
    contacts: await leaveContact(here),
    webhooks: hook.id,
    deliveries: delivery.id,
    operators: operator.id,
    devices: (await post(`/projects/${project_id}/devices`, DeviceCreate)).id,
    "backup/ledgers": org_id,
  };
  return { ...here, session_id, ids, operator };
}

/** The route's path with what it names. A kind of thing that nobody named above fails here. */
function filledIn(path: string, ids: Record<string, string | number>): string {
  return path.replace(/^\/admin\/v1\/(.+?)\/:id/, (_all, kind: string) => {
    const id = ids[kind];
    if (id === undefined) throw new Error(`Name a ${kind} for ${path} in one-of-each.ts`);
    return `/admin/v1/${kind}/${id}`;
  });
}
/** A route of the operator's API with what its path names. */
export const pathTo = (path: string, ids: Record<string, string | number>) =>
  filledIn(path, ids).replace(":name", "projects").replace(":subject", "nobody");
