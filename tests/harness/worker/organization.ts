import { env } from "cloudflare:workers";
import type { SessionStarted } from "../../../shared/session.ts";
import { sessionSecret } from "../../../worker/sessions/session-secret.ts";
import { storeOf } from "./project-store.ts";
import { admin, apiKey, call, type Json } from "./request.ts";

/** A page's calls, with its key. */
export const widget = (key: string, method: string, path: string, body?: unknown, status = 200): Promise<Json> =>
  call(method, `/widget/v1${path}`, status, { headers: apiKey(key), body });

/** A key of the API keys page. */
export const makeKey = (project_id: number, fields: object = {}): Promise<Json> =>
  admin("POST", `/projects/${project_id}/keys`, { name: "Key", ...fields });

/** A website channel with its key. */
export const makeChannel = (project_id: number, agent_id: number, fields: object = {}): Promise<Json> =>
  admin("POST", `/projects/${project_id}/channels`, { name: "Website", agent_id, ...fields });

const makeAgent = (project_id: number, fields: object): Promise<Json> =>
  admin("POST", "/agents", { project_id, name: "Ava", provider: "provider_a", ...fields });

const addCredit = (org_id: number, amount: number) =>
  admin("POST", `/organizations/${org_id}/credits`, { amount }, { status: 200 });

interface Fields {
  organization?: object;
  project?: object;
  agent?: object;
}

/** An active organization without credit, its project, and one agent. */
async function makeOrganization({ organization: ofOrganization, project: ofProject, agent: ofAgent }: Fields) {
  const organization = await admin("POST", "/organizations", { name: "Harbour", ...ofOrganization });
  const project = await admin("POST", "/projects", { org_id: organization.id, name: "Bakery", ...ofProject });
  const agent = await makeAgent(project.id, ofAgent ?? {});
  return { organization, project, agent };
}

const idsOf = ({ organization, project, agent }: Record<"organization" | "project" | "agent", { id: number }>) => ({
  org_id: organization.id,
  project_id: project.id,
  agent_id: agent.id,
});

/** A project of an active organization with one agent, each as the operator API shows it. */
export const makeProject = (widget_config: object = {}) =>
  makeOrganization({ organization: { name: "Acme" }, project: { name: "Shop", widget_config } });

const FEATURES = { external_provider: true, memory: true, tools: true };

export interface World {
  org_id: number;
  project_id: number;
  agent_id: number;
  /** A channel's key, bound to the agent. */
  key: string;
  /** A key of the API keys page: `widget:read` only. */
  read_key: string;
  ledger: DurableObjectStub<import("../../../worker/index.ts").OrgLedger>;
}

/** An organization with credit, a project, one agent and its keys, made through the operator API. */
export async function world({
  credits = 100_000,
  organization = {},
  agent = {},
  channel: toChannel = makeChannel,
}: {
  credits?: number;
  organization?: object;
  agent?: object;
  channel?: (project_id: number, agent_id: number, body: object) => Promise<{ key: string }>;
} = {}): Promise<World> {
  const made = await makeOrganization({ organization: { features: FEATURES, ...organization }, agent });
  const { org_id, project_id, agent_id } = idsOf(made);
  if (credits > 0) await addCredit(org_id, credits);
  const channel = { name: "Shop", minute_limit: 100_000, day_limit: 1_000_000 };
  const { key } = await toChannel(project_id, agent_id, channel);
  const { key: read_key } = await makeKey(project_id, { name: "Page" });
  const ledger = env.ORG_LEDGER.getByName(String(org_id)) as unknown as World["ledger"];
  return { org_id, project_id, agent_id, key, read_key, ledger };
}

/** A tool that the service calls at its owner's server. */
export const FIND_ORDER = {
  name: "find_order",
  description: "Finds one",
  parameters: {},
  kind: "webhook",
  url: "https://a.example/",
};

const TOOLS = [
  {
    name: "find_order",
    kind: "webhook",
    url: "http://127.0.0.1:9/hook",
    secret: "whsec_c2VjcmV0LW9mLXRoZS1ob29rLW9mLTI0LWJ5dGVz",
  },
  { name: "scroll", kind: "client" },
];

/** An organization that can pay, its project, an agent of each kind, and a key of each kind with the usual limits. */
export async function makeSite(terms: object = {}) {
  const made = await makeOrganization({
    organization: { voice_lines: 2, features: FEATURES, ...terms },
    agent: { tools: TOOLS },
  });
  const { org_id: org, project_id: project, agent_id: agent } = idsOf(made);
  await addCredit(org, 100_000);
  const { id: inactive } = await makeAgent(project, { name: "Ida", active: false });
  const ofElevenLabs = { name: "Xena", provider: "provider_x", extprovider_convai_agent_id: "agent_1" };
  const { id: external } = await makeAgent(project, ofElevenLabs);
  const channel = await makeChannel(project, agent, { name: "Shop" });
  const console = await makeKey(project, { name: "Console" });
  const permissions = ["widget:read", "widget:session", "widget:tools"];
  const free = await makeKey(project, { name: "Everything", permissions });
  return { org, project, agent, inactive, external, channel, console, free };
}

export const start = ({ key, agent_id }: Pick<World, "key" | "agent_id">, body: object = {}): Promise<SessionStarted> =>
  widget(key, "POST", "/session", { agent_id, ...body });

export const report = (key: string, session_id: string, events: object[], status = 200) =>
  widget(key, "POST", `/session/${session_id}/events`, { events }, status);

/** A visitor leaves a contact without a session. @returns its id */
export async function leaveContact({ org_id, project_id, agent_id }: Omit<World, "key" | "read_key" | "ledger">) {
  const contact = { agent_id, email: "a@example.com", consent_text: "Yes.", digest: crypto.randomUUID() };
  const kept = await storeOf(project_id).leaveContact(project_id, 0, {
    ...contact,
    org_id,
    at: Date.now(),
    visitor: null,
  });
  if (!kept || !("id" in kept)) throw new Error("The contact was not kept");
  return kept.id;
}

export const organization = ({ org_id }: Pick<World, "org_id">) => admin("GET", `/organizations/${org_id}`);

export const entriesOf = async ({ org_id }: Pick<World, "org_id">) =>
  (await admin("GET", `/organizations/${org_id}/ledger?limit=100`)).items;

/** Asks for another connection of a session, with the secret that its start gave. */
export const reconnect = async (
  { key }: Pick<World, "key">,
  session_id: string,
  status = 200,
  body: object = {},
): Promise<Json> => {
  const session_secret = await sessionSecret(env.KEY_SECRET, session_id);
  return widget(key, "POST", `/session/${session_id}/reconnect`, { session_secret, ...body }, status);
};
