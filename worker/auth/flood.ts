import { ERRORS, type RateLimitDetail } from "../../shared/errors.ts";
import { CORS_HEADERS, PreparedHeaders } from "../http/cors.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Verdict } from "../objects/key-gate/rpc.ts";
import { setLimitHeaders } from "./limit-headers.ts";

const INVALID_KEY = JSON.stringify({ detail: ERRORS.invalid_key.detail });
const REFUSED = { ...CORS_HEADERS, "Content-Type": "application/json", "Cache-Control": "no-store" };
const refused = new PreparedHeaders(REFUSED);

/** A refusal that floods get: nothing is still to be set. */
function refusal(context: RequestContext, status: number, body: string, ready: PreparedHeaders): Response {
  context.finished = true;
  const { method, request_id } = context.log;
  return new Response(method === "HEAD" ? null : body, { status, headers: ready.for(context.origin, request_id) });
}

/** 401, the same bytes always. Given back, not thrown: a flood of these must not pay for an error's stack. */
export function invalidKey(context: RequestContext): Response {
  context.log.error = "invalid_key";
  return refusal(context, 401, INVALID_KEY, refused);
}

type Limited = Pick<Extract<Verdict, { kind: "limited" }>, "by" | "policy" | "counts">;

/** What an isolate answered last by a verdict that it remembers: within a second nothing of it changes. */
const answered = new WeakMap<Limited, { second: number; body: string; ready: PreparedHeaders }>();

export function tooMany(context: RequestContext, limited: Limited, visitor_limit: number, now: number): Response {
  context.log.key_id = limited.policy.key_id;
  context.log.error = `limited_by_${limited.by}`;
  const second = Math.floor(now / 1000);
  let answer = answered.get(limited);
  if (answer?.second !== second) {
    const minute_limit = limited.by === "visitor" ? visitor_limit : limited.policy.minute_limit;
    const { day_limit } = limited.policy;
    const { minute, day } = limited.counts;
    const detail: RateLimitDetail = {
      message: "Rate limit exceeded",
      minute_count: minute,
      day_count: day,
      minute_limit,
      day_limit,
    };
    const headers = new Headers(REFUSED);
    setLimitHeaders(headers, { minute_limit, day_limit }, limited.counts, now);
    answer = { second, body: JSON.stringify({ detail }), ready: new PreparedHeaders(headers, 1) };
    answered.set(limited, answer);
  }
  return refusal(context, 429, answer.body, answer.ready);
}
