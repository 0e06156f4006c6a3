import type { SessionEnded } from "../../shared/events.ts";
import type { SessionError, SessionErrorCode } from "../errors.ts";
import { toJson } from "../json.ts";

/** What the service says of a request that it refuses. */
export interface RefusalBody {
  detail?: unknown;
  code?: unknown;
  session?: SessionEnded["session"];
}

export interface Refusal {
  code: SessionErrorCode;
  message: string;
  more: ConstructorParameters<typeof SessionError>[2];
}

/** Reads why a request was refused. A chunk of its own: most conversations meet none. */
export function refusalOf({ status, headers }: Response, body: RefusalBody | null): Refusal {
  const { detail, code } = body ?? {};
  const text = typeof detail === "string" ? detail : toJson(detail);
  const retry = Number(headers.get("Retry-After")) || undefined;
  const request_id = headers.get("X-Request-Id") ?? undefined;
  const more = { detail, ...(request_id && { request_id }), ...(retry && { retry_after: retry }) };
  return { code: codeOf(status, detail, code), message: `The service answered ${status}: ${text}`, more };
}

/** The code for a refusal by its status; `detail` and `code` of its body separate causes with the same status. */
export function codeOf(status: number, detail: unknown, code: unknown): SessionErrorCode {
  switch (status) {
    case 400:
      // The agent itself is at fault, or else its vendor.
      return typeof detail === "string" && /not active|external provider/.test(detail)
        ? "agent_unavailable"
        : "vendor_failed";
    case 401:
      return "unauthorized";
    case 402:
      return "no_credit";
    case 403:
      // The agent exists, but the challenge was not passed.
      if (String(code).startsWith("challenge_")) return "vendor_failed";
      return "agent_unavailable";
    case 404:
      return "agent_unavailable";
    case 413:
    case 422:
      return "invalid_request";
    case 429:
      if (code === "visitor_busy") return "too_many_conversations";
      return typeof detail === "string" ? "lines_busy" : "rate_limited";
    case 502:
      // The service works, its vendor does not.
      return typeof detail === "string" ? "vendor_failed" : "service_failed";
    case 503:
      return typeof detail === "string" && /agent service/.test(detail) ? "vendor_failed" : "service_failed";
    default:
      return "service_failed";
  }
}
