import { env, exports } from "cloudflare:workers";
import { deviations, expectDocumented, operationOf } from "./documented.ts";

/** Where the tests ask the Worker. */
export const ORIGIN = "https://voice.example";

// biome-ignore lint/suspicious/noExplicitAny: `expectDocumented` holds every body against the document first.
export type Json = any;

export interface Sent {
  headers?: Record<string, string>;
  /** Text, bytes and streams go as they are, everything else as JSON. */
  body?: unknown;
}

const isRaw = (body: unknown) =>
  typeof body === "string" || body instanceof ArrayBuffer || body instanceof ReadableStream || ArrayBuffer.isView(body);

/** A request as it would reach the Worker. */
export function requestOf(method: string, path: string, { headers: given = {}, body }: Sent = {}) {
  const headers = new Headers(given);
  if (body === undefined) return new Request(ORIGIN + path, { method, headers });
  if (!headers.has("Content-Type")) headers.set("Content-Type", "application/json");
  return new Request(ORIGIN + path, { method, headers, body: isRaw(body) ? (body as BodyInit) : JSON.stringify(body) });
}

/** The whole Worker's answer. */
export const request = (method: string, path: string, sent: Sent = {}): Promise<Response> =>
  exports.default.fetch(requestOf(method, path, sent));

/** An answer with whatever status, which must be what the document says of its operation; a wrong method or path is none. */
export async function ask(method: string, path: string, sent: Sent = {}): Promise<Response> {
  const response = await request(method, path, sent);
  const operation = operationOf(method, path);
  if (operation === null) return response;
  const text = await response.text();
  const found = deviations(response, text, operation);
  if (found.length > 0) throw new Error(found.join("\n"));
  const { status, headers } = response;
  return new Response(response.body === null ? null : text, { status, headers });
}

/** The JSON of an answer that must have this status. */
export async function json(answer: Response | Promise<Response>, status = 200): Promise<Json> {
  const response = await answer;
  const text = await response.text();
  if (response.status !== status) throw new Error(`expected ${status}, got ${response.status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}

/** The body of an answer that has the status and is what the document says. */
export const call = async (method: string, path: string, status: number, sent: Sent = {}): Promise<Json> =>
  expectDocumented(await request(method, path, sent), operationOf(method, path) ?? `${method} ${path}`, status);

export const apiKey = (key: string) => ({ "X-API-Key": key });
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
export const operator = bearer(env.ADMIN_TOKEN);

/** The operator's call, at `/admin/v1`; with an organization's token, that organization's. */
export const admin = (
  method: string,
  path: string,
  body?: unknown,
  { status = method === "POST" ? 201 : 200, token = env.ADMIN_TOKEN, headers = {} as Record<string, string> } = {},
): Promise<Json> => call(method, `/admin/v1${path}`, status, { body, headers: { ...bearer(token), ...headers } });
