import { env, exports } from "cloudflare:workers";
import { deviations, operationOf } from "./documented.ts";

/** The Worker as the world sees it; every caller of these tests has an address of its own unless it names one. */
export const service = "https://voice.example";

export interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent as it is, without JSON around it. */
  raw?: BodyInit;
}

/** The answer must be what the document says of its operation, if it is one; a wrong method is none. */
export async function ask(path: string, { method, headers = {}, body, raw }: Ask = {}): Promise<Response> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const used = method ?? (payload === undefined ? "GET" : "POST");
  const response = await exports.default.fetch(
    new Request(service + path, { method: used, headers, ...(payload === undefined ? {} : { body: payload }) }),
  );
  const operation = operationOf(used, path);
  if (operation === null) return response;
  const text = await response.text();
  const found = deviations(response, text, operation);
  if (found.length > 0) throw new Error(found.join("\n"));
  const { status, headers: answered } = response;
  return new Response(response.body === null ? null : text, { status, headers: answered });
}

/** With a project's key. */
export const withKey = (key: string, path: string, { headers, ...rest }: Ask = {}) =>
  ask(path, { ...rest, headers: { "X-API-Key": key, ...headers } });

/** As the operator, or with an organization's token. */
export const operate = (path: string, { headers, ...rest }: Ask = {}, token: string = env.ADMIN_TOKEN) =>
  ask(`/admin/v1${path}`, { ...rest, headers: { Authorization: `Bearer ${token}`, ...headers } });

/** The JSON of an answer that must have this status. */
// biome-ignore lint/suspicious/noExplicitAny: each test says by what it reads what it expects
export async function json(answer: Response | Promise<Response>, status = 200): Promise<any> {
  const response = await answer;
  const text = await response.text();
  if (response.status !== status) throw new Error(`expected ${status}, got ${response.status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}

/** A project of an active organization with one agent. */
export async function makeProject(widget_config: object = {}) {
  const organization = await json(operate("/organizations", { body: { name: "Acme" } }), 201);
  const project = await json(
    operate("/projects", { body: { org_id: organization.id, name: "Shop", widget_config } }),
    201,
  );
  const agent = await json(
    operate("/agents", { body: { project_id: project.id, name: "Ava", provider: "provider_a" } }),
    201,
  );
  return { organization, project, agent };
}

/** A key of the API keys page. */
export const makeKey = async (project_id: number, fields: object = {}) =>
  json(operate(`/projects/${project_id}/keys`, { body: { name: "Key", ...fields } }), 201);

/** A website channel with its key. */
export const makeChannel = async (project_id: number, agent_id: number, fields: object = {}) =>
  json(operate(`/projects/${project_id}/channels`, { body: { name: "Website", agent_id, ...fields } }), 201);
