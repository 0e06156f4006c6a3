import type { ErrorCode } from "../../shared/errors.ts";
import type { Permission } from "../../shared/keys.ts";
import type { BoundedAction } from "../../shared/limits.ts";
import type { JsonSchema, SchemaName } from "./schemas.ts";

/** Who may call: anyone, a key in the path, a session's own token, a project key with a permission, the operator alone, or an organization's token as well. */
export type Access = "public" | "path" | "token" | Permission | "operator" | "organization";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface Answer {
  description: string;
  schema?: SchemaName;
  example?: unknown;
  /** Media type where it is not JSON. */
  mediaType?: string;
  headers?: HeaderName[];
}

/** One method of one path; statuses that follow from its access and body are added by `document.ts`. */
export interface Operation {
  id: string;
  method: "get" | "post" | "patch" | "delete";
  path: string;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  parameters?: Parameter[];
  body?: {
    schema: SchemaName;
    example: unknown;
    optional?: boolean;
    /** Where it may be longer than usual: how long, and the refusal of what is longer still. */
    limit?: { bytes: number; error: ErrorCode };
  };
  /** Media type of a body that is plain text, in place of `body`. */
  textBody?: string;
  /** By status: those below 400, and refusals with a body of their own. */
  answers: Record<number, Answer>;
  /** Refusals beyond those of its access and body. */
  errors?: ErrorCode[];
  /** What bounds it in number and rate. */
  bounds?: BoundedAction[];
  /** Whether a parameter can be wrong, which is a 422 too. */
  checksParameters?: boolean;
}

export const HEADERS = {
  "X-Request-Id": {
    description: "Identifies this request in the service's log; give it when asking for help.",
    schema: { type: "string", minLength: 1 },
  },
  RateLimit: {
    description: 'What is left of each window, and seconds until it resets: `"minute";r=59;t=45, "day";r=9999;t=3600`.',
    schema: { type: "string", pattern: '^"minute";r=\\d+;t=\\d+, "day";r=\\d+;t=\\d+$' },
  },
  "RateLimit-Policy": {
    description: 'The windows: `"minute";q=60;w=60, "day";q=10000;w=86400`.',
    schema: { type: "string", pattern: '^"minute";q=\\d+;w=60, "day";q=\\d+;w=86400' },
  },
  "Retry-After": {
    description: "Seconds until a request can succeed again; 0 while every window has something left.",
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
  ETag: { description: "Names this version of the answer.", schema: { type: "string", pattern: '^(W/)?".+"$' } },
  "Cache-Control": { description: "How the answer may be cached.", schema: { type: "string" } },
  "WWW-Authenticate": { description: "How to authenticate.", schema: { type: "string" } },
} as const;
export type HeaderName = keyof typeof HEADERS;

/** What a refusal of this status means, whatever the operation. */
export const STATUS_WORDS: Record<number, string> = {
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
