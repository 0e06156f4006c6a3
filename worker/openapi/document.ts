import type { Hono } from "hono";
import { ERRORS, type ErrorCode } from "../../shared/errors.ts";
import { BOUNDS } from "../../shared/limits.ts";
import type { AppEnv } from "../http/app-env.ts";
import { exampleOf } from "./examples/example.ts";
import { HEADERS, type HeaderName } from "./headers.ts";
import type { Answer } from "./operation.ts";
import { type RoutedOperation, routedOperations } from "./routed-operation.ts";
import { componentSchemas, type JsonSchema, reference } from "./schemas.ts";
import { TAGS } from "./tags.ts";
import { webhooks } from "./webhook-events.ts";

const INTRODUCTION = `Voice agents for websites, self-hosted.

**Widget API** (\`/widget/v1\`): send a project's key as \`X-API-Key\`. Checks come in this order: header present (422), key, permission and origin (401, always the same bytes, not counted), rate limit (429, not counted), body (413, 422), agent (403, 404, 400), plan and credit (403, 402), voice lines (429), vendor (400, 502, 503). Everything past the key counts one request.

**Operator API** (\`/admin/v1\`): send \`Authorization: Bearer …\` with the operator's \`ADMIN_TOKEN\`, a named operator's \`svc_op_…\`, or an organization's own \`svc_sk_…\`, which sees and changes only that organization. The console's cookie, or Cloudflare Access where it is set up, replaces such a token.

Errors carry \`detail\`: a sentence, or a list of all faults of the request, each with its \`type\`. With a sentence comes a \`code\`, which stays the same when the words change; only the 401 of a project key has none. Every answer carries \`X-Request-Id\`. Unknown paths answer 404, a wrong method 405 with \`Allow\`. Times are unix milliseconds unless a field says otherwise. Answers may gain fields; ignore those you do not know.`;

/** What a refusal of this status means, whatever the operation. */
const STATUS_WORDS: Record<number, string> = {
  400: "The session cannot be set up; `detail` says why.",
  401: "Unauthorized: the key or token is missing or invalid.",
  402: "Payment required: no organization, subscription or credit.",
  403: "Forbidden.",
  404: "Not found.",
  409: "Conflict with an earlier request or with the current state.",
  413: "The body is too large.",
  422: "The request is invalid; every error is listed.",
  426: "The address speaks WebSocket only.",
  429: "Too many requests, or all voice lines are in use; wait as `Retry-After` says.",
  502: "The external provider, or the voice vendor, failed.",
  503: "Temporarily unavailable.",
};

const usesKey = (operation: RoutedOperation) => operation.access.startsWith("widget:");
const usesToken = (operation: RoutedOperation) =>
  operation.access === "operator" || operation.access === "organization";

/** Codes whose words depend on the case: how the document shows them. */
const missingKey = {
  detail: [{ type: "missing", loc: ["header", "X-API-Key"], msg: "Field required" }],
};
const badBody = {
  detail: [{ type: "missing", loc: ["body", "agent_id"], msg: "Field required" }],
};
const badParameter = {
  detail: [{ type: "int_parsing", loc: ["query", "limit"], msg: "Send a whole number" }],
};
const limited = {
  detail: {
    message: "Rate limit exceeded",
    minute_count: 60,
    day_count: 418,
    minute_limit: 60,
    day_limit: 10_000,
  },
};

const overAfterCredit = { status: "ended", end_reason: "credit_exhausted", remaining_seconds: 0 };

interface Refusal {
  schema: "ApiError" | "ValidationError" | "RateLimited" | "SessionEnded";
  name: string;
  example: unknown;
}

/** Every documented refusal of an operation, by status: those of its access and body, then its own. */
function refusals(operation: RoutedOperation): Map<number, Refusal[]> {
  const byStatus = new Map<number, Refusal[]>();
  const add = (status: number, refusal: Refusal) => byStatus.set(status, [...(byStatus.get(status) ?? []), refusal]);
  const code = (name: ErrorCode) => {
    const { status, detail } = ERRORS[name];
    const body = name === "invalid_key" ? { detail } : { detail, code: name };
    const example = name === "session_ended" ? { ...body, session: overAfterCredit } : body;
    add(status, { schema: name === "session_ended" ? "SessionEnded" : "ApiError", name, example });
  };

  const repeatable = operation.parameters.some(({ name }) => name === "Idempotency-Key");
  const own: ErrorCode[] = [...operation.errors, ...(repeatable ? (["conflict", "in_progress"] as const) : [])];
  const bounds = (operation.bounds ?? []).map((action) => BOUNDS[action]);
  if (bounds.some((bound) => "most" in bound)) own.push("limit_reached");
  if (bounds.some((bound) => "hour" in bound)) own.push("changes_limited");
  if (usesToken(operation)) own.push("operator_unauthorized", "refused_too_often");
  for (const name of new Set(own)) code(name);
  if (usesKey(operation)) {
    code("invalid_key");
    add(422, { schema: "ValidationError", name: "missing_key", example: missingKey });
    add(429, { schema: "RateLimited", name: "rate_limited", example: limited });
  }
  if (operation.access === "operator") code("operator_forbidden");
  if (usesToken(operation) && operation.method !== "get") {
    code("role_forbidden");
    code("cross_site");
  }
  if (operation.body || operation.textBody) {
    code(operation.bodyLimit?.error ?? "body_too_large");
    add(422, { schema: "ValidationError", name: "body", example: badBody });
  }
  if (operation.parameters.some((parameter) => parameter.in === "query"))
    add(422, { schema: "ValidationError", name: "parameter", example: badParameter });
  return byStatus;
}

const header = (name: HeaderName) => [name, { $ref: `#/components/headers/${name}` }] as const;

/** Headers that every answer of this status carries. */
function headersOf(operation: RoutedOperation, status: number, own: HeaderName[] = []): HeaderName[] {
  const names: HeaderName[] = ["X-Request-Id", ...own];
  // Counted answers: everything past the key. A 422 may also be the missing key, which nobody counts.
  if (usesKey(operation) && status !== 401 && status !== 422)
    names.push("RateLimit", "RateLimit-Policy", "Retry-After");
  if (status === 429 && usesToken(operation)) names.push("Retry-After");
  if (status === 401 && usesToken(operation)) names.push("WWW-Authenticate");
  return names;
}

function success(operation: RoutedOperation, status: number, answer: Answer): JsonSchema {
  return {
    description: answer.description,
    headers: Object.fromEntries(headersOf(operation, status, answer.headers).map(header)),
    ...(answer.schema && {
      content: {
        "application/json": { schema: reference(answer.schema), example: exampleOf(operation.id, answer.schema) },
      },
    }),
    ...(answer.mediaType && { content: { [answer.mediaType]: { schema: { type: "string" } } } }),
  };
}

function refusal(operation: RoutedOperation, status: number, cases: Refusal[]): JsonSchema {
  const schemas = [...new Set(cases.map(({ schema }) => schema))].map(reference);
  return {
    description: STATUS_WORDS[status],
    headers: Object.fromEntries(headersOf(operation, status).map(header)),
    content: {
      "application/json": {
        schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
        examples: Object.fromEntries(cases.map(({ name, example }) => [name, { value: example }])),
      },
    },
  };
}

const anyOther = (description: string): JsonSchema => ({
  description,
  headers: Object.fromEntries([header("X-Request-Id")]),
  content: { "application/json": { schema: reference("ApiError") } },
});

function security(operation: RoutedOperation): JsonSchema[] {
  if (operation.access === "token") return [{ sessionToken: [] }];
  if (usesKey(operation)) return [{ projectKey: [] }];
  return usesToken(operation) ? [{ operatorToken: [] }] : [];
}

function accessWords(operation: RoutedOperation): string {
  if (operation.access === "token") return "Needs the token that the session's start returned.";
  if (operation.access === "path") return "The key in the path needs `widget:read`.";
  if (usesKey(operation)) return `Needs \`${operation.access}\`.`;
  if (operation.access === "operator") return "For the operator only.";
  return operation.access === "organization" ? "For the operator, or the organization's own token." : "Open to anyone.";
}

function describe(operation: RoutedOperation): JsonSchema {
  const { id, tag, summary, description, parameters, body, bodyOptional, textBody, answers } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, accessWords(operation)].filter(Boolean).join("\n\n"),
    security: security(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(textBody && { requestBody: { required: true, content: { [textBody]: { schema: { type: "string" } } } } }),
    ...(body && {
      requestBody: {
        required: !bodyOptional,
        content: { "application/json": { schema: reference(body), example: exampleOf(id, body) } },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, success(operation, Number(status), answer)]),
      ),
      ...Object.fromEntries(
        [...refusals(operation)].map(([status, cases]) => [status, refusal(operation, status, cases)]),
      ),
      ...((operation.access === "public" || operation.access === "path") && {
        "4XX": anyOther("A request that is not HTTP as it should be."),
      }),
      default: anyOther("Anything else, e.g. 503 where storage cannot be reached."),
    },
  };
}

export interface OpenApiDocument {
  openapi: string;
  info: JsonSchema;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, JsonSchema>>;
  webhooks: Record<string, object>;
  components: { schemas: Record<string, JsonSchema>; [kind: string]: unknown };
  [field: string]: unknown;
}

/** The OpenAPI 3.1 document of this service. */
export function openApiDocument(version: string, routes: Hono<AppEnv>["routes"]): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const operation of routedOperations(routes)) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Voice Widget API",
      version,
      description: INTRODUCTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        projectKey: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description: "A project's key, `svc_pk_…`. A restricted key also needs an allowed `Origin`.",
        },
        sessionToken: {
          type: "http",
          scheme: "bearer",
          description: "The `client_secret.ephemeral_token` of a session's start, good for one call.",
        },
        operatorToken: {
          type: "http",
          scheme: "bearer",
          description: "The operator's `ADMIN_TOKEN`, a named operator's `svc_op_…`, or an organization's `svc_sk_…`.",
        },
      },
      headers: HEADERS,
      schemas: componentSchemas(),
    },
  };
}
