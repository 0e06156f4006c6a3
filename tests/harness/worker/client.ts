import { env } from "cloudflare:workers";
import { deviations, operationOf } from "./documented.ts";
import { apiKey, bearer, request } from "./request.ts";

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
  const response = await request(used, path, { headers, body: payload });
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
  ask(path, { ...rest, headers: { ...apiKey(key), ...headers } });

/** As the operator, or with an organization's token. */
export const operate = (path: string, { headers, ...rest }: Ask = {}, token: string = env.ADMIN_TOKEN) =>
  ask(`/admin/v1${path}`, { ...rest, headers: { ...bearer(token), ...headers } });

/** The JSON of an answer that must have this status. */
// biome-ignore lint/suspicious/noExplicitAny: each test says by what it reads what it expects
export async function json(answer: Response | Promise<Response>, status = 200): Promise<any> {
  const response = await answer;
  const text = await response.text();
  if (response.status !== status) throw new Error(`expected ${status}, got ${response.status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}
