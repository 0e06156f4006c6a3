import { type OutputUnit, Validator } from "@cfworker/json-schema";
import { VERSION } from "../../../shared/version.ts";
import { app } from "../../../worker/app.ts";
import { openApiDocument } from "../../../worker/openapi/document.ts";
import type { JsonSchema } from "../../../worker/openapi/schemas.ts";

/** The document that every answer is held against, as `/openapi.json` serves it. */
export const document = JSON.parse(JSON.stringify(openApiDocument(VERSION, app.routes))) as {
  paths: Record<string, Record<string, DocumentedOperation>>;
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: JsonSchema }> } } }>;
  components: { schemas: Record<string, JsonSchema>; headers: Record<string, { schema: JsonSchema }> };
};

interface DocumentedOperation {
  operationId: string;
  responses: Record<string, DocumentedResponse>;
}
interface DocumentedResponse {
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema: JsonSchema }>;
}

/** The document leaves answers open for later fields; a test wants to know of a field that nobody wrote down. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, closed(value)]));
  return "properties" in inner && !("additionalProperties" in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}

const matchers = Object.entries(document.paths).map(([path, methods]) => ({
  path,
  methods: Object.keys(methods),
  // A fixed path goes before one with a name in the same place.
  names: path.split("{").length,
  pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "[^/]*")}$`),
}));
matchers.sort((a, b) => a.names - b.names);

/** The operation that a request is for, e.g. `GET /admin/v1/projects/{id}`; `null` where the document has none. */
export function operationOf(method: string, path: string): string | null {
  const bare = path.split(/[?#]/)[0] ?? path;
  const found = matchers.find(({ methods, pattern }) => methods.includes(method.toLowerCase()) && pattern.test(bare));
  return found ? `${method} ${found.path}` : null;
}

const components = { schemas: closed(document.components.schemas) };
const validators = new Map<string, Validator>();
const headerValidators = new Map(
  Object.entries(document.components.headers).map(([name, { schema }]) => [
    name,
    new Validator(schema as object, "2020-12"),
  ]),
);

function validatorOf(name: string, schema: JsonSchema): Validator {
  const known = validators.get(name);
  if (known) return known;
  const made = new Validator({ ...(closed(schema) as object), components } as object, "2020-12", false);
  validators.set(name, made);
  return made;
}

const formatErrors = (errors: OutputUnit[]) =>
  errors.map(({ instanceLocation, error }) => `  ${instanceLocation}: ${error}`).join("\n");

/** The deviations of an answer from what the document says of its operation; none when all is well. */
export function deviations(
  { status, headers }: Pick<Response, "status" | "headers">,
  body: string,
  operation: string,
): string[] {
  const [method = "", path = ""] = operation.split(" ");
  const described = document.paths[path]?.[method.toLowerCase()];
  if (!described) return [`${operation} is not in the document`];
  const answer = described.responses[status];
  if (!answer) return [`${operation} answers ${status}, which is not documented: ${body.slice(0, 300)}`];

  const found: string[] = [];
  for (const name of Object.keys(answer.headers ?? {})) {
    const value = headers.get(name);
    if (value === null) found.push(`${operation} ${status}: header ${name} is missing`);
    else if (!headerValidators.get(name)?.validate(value).valid)
      found.push(`${operation} ${status}: header ${name} is ${value}`);
  }
  const content = answer.content?.["application/json"];
  const [other] = Object.keys(answer.content ?? {});
  if (!content && other !== undefined) {
    const type = headers.get("content-type") ?? "";
    return type.split(";")[0] === other ? found : [...found, `${operation} ${status}: is ${type}, not ${other}`];
  }
  if (!content) {
    if (body !== "") found.push(`${operation} ${status}: has a body, none is documented: ${body.slice(0, 300)}`);
    return found;
  }
  if (!/^application\/json\b/.test(headers.get("content-type") ?? ""))
    return [...found, `${operation} ${status}: is ${headers.get("content-type")}, not JSON: ${body.slice(0, 300)}`];
  const { valid, errors } = validatorOf(`${operation} ${status}`, content.schema).validate(JSON.parse(body));
  if (!valid) found.push(`${operation} ${status}: the body deviates\n${formatErrors(errors)}\n${body.slice(0, 1_000)}`);
  return found;
}

/** What of an event's body is not as the document's `webhooks` say; none when all is well. */
export function eventDeviations(body: { type: string }): string[] {
  const schema = document.webhooks[body.type]?.post.requestBody.content["application/json"]?.schema;
  if (!schema) return [`${body.type} is not in the document`];
  const { valid, errors } = validatorOf(body.type, schema).validate(body);
  return valid ? [] : [`${body.type} deviates\n${formatErrors(errors)}\n${JSON.stringify(body)}`];
}

/**
 * The answer's body, parsed; the answer must be what the document says of the operation, e.g.
 * `await expectDocumented(response, "GET /widget/v1/config")`.
 * @throws Error that names every deviation.
 */
// biome-ignore lint/suspicious/noExplicitAny: the document has just said what it is.
export async function expectDocumented(response: Response, operation: string, status?: number): Promise<any> {
  const body = await response.text();
  const found = deviations(response, body, operation);
  if (status !== undefined && response.status !== status)
    found.unshift(`${operation} answers ${response.status} instead of ${status}: ${body.slice(0, 300)}`);
  if (found.length > 0) throw new Error(found.join("\n"));
  return body === "" ? undefined : JSON.parse(body);
}
