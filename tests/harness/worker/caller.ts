import { env, exports } from "cloudflare:workers";
import { expectDocumented, operationOf } from "./documented.ts";

export const ORIGIN = "https://voice.example";

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends a request as it is. */
export function send(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Response> {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  return exports.default.fetch(
    new Request(`${ORIGIN}${path}`, {
      method,
      headers: { ...(text !== undefined && { "content-type": "application/json" }), ...headers },
      body: text,
    }),
  );
}

/** The body of an answer that has the status and is what the document says. */
export async function call(method: string, path: string, status: number, sent: Sent = {}) {
  return expectDocumented(await send(method, path, sent), operationOf(method, path) ?? `${method} ${path}`, status);
}

export const withKey = (key: string) => ({ "x-api-key": key });
export const operator = { authorization: `Bearer ${env.ADMIN_TOKEN}` };

/** The operator's call, at `/admin/v1`. */
export const admin = (method: string, path: string, status: number, body?: unknown, headers: object = {}) =>
  call(method, `/admin/v1${path}`, status, { body, headers: { ...operator, ...headers } });

/** An organization that can pay, its project, an agent of each kind, and its keys. */
export async function makeSite(terms: object = {}) {
  const { id: org } = await admin("POST", "/organizations", 201, {
    name: "Harbour Foods",
    voice_lines: 2,
    features: { external_provider: true, memory: true, tools: true },
    ...terms,
  });
  await admin("POST", `/organizations/${org}/credits`, 200, { amount: 100_000 });
  const { id: project } = await admin("POST", "/projects", 201, { org_id: org, name: "Harbour Bakery" });
  const agentOf = async (fields: object) =>
    (await admin("POST", "/agents", 201, { project_id: project, provider: "provider_a", ...fields })).id as number;
  const agent = await agentOf({
    name: "Ava",
    tools: [
      {
        name: "find_order",
        kind: "webhook",
        url: "http://127.0.0.1:9/hook",
        secret: "whsec_c2VjcmV0LW9mLXRoZS1ob29rLW9mLTI0LWJ5dGVz",
      },
      { name: "scroll", kind: "client" },
    ],
  });
  const inactive = await agentOf({ name: "Ida", active: false });
  const external = await agentOf({ name: "Xena", provider: "provider_x", extprovider_convai_agent_id: "agent_1" });
  const channel = await admin("POST", `/projects/${project}/channels`, 201, { name: "Shop", agent_id: agent });
  const console = await admin("POST", `/projects/${project}/keys`, 201, { name: "Console" });
  const free = await admin("POST", `/projects/${project}/keys`, 201, {
    name: "Everything",
    permissions: ["widget:read", "widget:session", "widget:tools"],
  });
  return { org, project, agent, inactive, external, channel, console, free };
}
