import { env, exports } from "cloudflare:workers";
import type { SessionStarted } from "../../../shared/session.ts";
import { sessionSecret } from "../../../worker/sessions/session-secret.ts";
import { expectDocumented, operationOf } from "./documented.ts";

const ORIGIN = "https://voice.example";

// biome-ignore lint/suspicious/noExplicitAny: `expectDocumented` holds every body against the document first.
type Json = any;

/** One request to the whole Worker. */
export const request = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  exports.default.fetch(
    new Request(ORIGIN + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
  );

const documented = (response: Response, method: string, path: string, status: number): Promise<Json> =>
  expectDocumented(response, operationOf(method, path) ?? `${method} ${path}`, status);

/** The operator's calls. */
export async function admin(
  method: string,
  path: string,
  body?: unknown,
  { status = method === "POST" ? 201 : 200, token = env.ADMIN_TOKEN, headers = {} as Record<string, string> } = {},
): Promise<Json> {
  const whole = `/admin/v1${path}`;
  const response = await request(method, whole, { Authorization: `Bearer ${token}`, ...headers }, body);
  return documented(response, method, whole, status);
}

/** A page's calls, with its key. */
export async function widget(key: string, method: string, path: string, body?: unknown, status = 200): Promise<Json> {
  const whole = `/widget/v1${path}`;
  return documented(await request(method, whole, { "X-API-Key": key }, body), method, whole, status);
}

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
}: {
  credits?: number;
  organization?: object;
  agent?: object;
} = {}): Promise<World> {
  const features = { external_provider: true, memory: true, tools: true };
  const { id: org_id } = await admin("POST", "/organizations", { name: "Harbour", features, ...organization });
  if (credits > 0) await admin("POST", `/organizations/${org_id}/credits`, { amount: credits }, { status: 200 });
  const { id: project_id } = await admin("POST", "/projects", { org_id, name: "Bakery" });
  const { id: agent_id } = await admin("POST", "/agents", {
    project_id,
    name: "Ava",
    provider: "provider_a",
    ...agent,
  });
  const channel = { name: "Shop", agent_id, minute_limit: 100_000, day_limit: 1_000_000 };
  const { key } = await admin("POST", `/projects/${project_id}/channels`, channel);
  const { key: read_key } = await admin("POST", `/projects/${project_id}/keys`, { name: "Page" });
  const ledger = env.ORG_LEDGER.getByName(String(org_id)) as unknown as World["ledger"];
  return { org_id, project_id, agent_id, key, read_key, ledger };
}

export const start = ({ key, agent_id }: Pick<World, "key" | "agent_id">, body: object = {}): Promise<SessionStarted> =>
  widget(key, "POST", "/session", { agent_id, ...body });

export const report = (key: string, session_id: string, events: object[], status = 200) =>
  widget(key, "POST", `/session/${session_id}/events`, { events }, status);

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
