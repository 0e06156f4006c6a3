import { ERRORS, type RateLimitDetail } from "../../shared/errors.ts";
import type { Permission } from "../../shared/keys.ts";
import type { Bindings } from "../env.ts";
import { CORS_HEADERS, PreparedHeaders } from "../http/cors.ts";
import { finished } from "../http/finished.ts";
import type { RequestContext } from "../http/request-context.ts";
import { memoryOf } from "../memory-of.ts";
import { denialCache } from "../objects/key-gate/denial-cache.ts";
import type { AdmitRequest, Bucket, Verdict } from "../objects/key-gate/rpc.ts";
import type { Guard } from "../openapi/access.ts";
import { knownVariables, type Variables } from "../variables.ts";
import { knownKeyHash } from "./accepted-secrets.ts";
import { setLimitHeaders } from "./limit-headers.ts";
import { originOfRequest } from "./request-origin.ts";
import { visitorOf } from "./visitor.ts";

/**
 * The path of a flood: all that runs for a request that this isolate refuses by itself, from the header to the answer.
 * `withTelemetry` calls `knownRefusal` before any route. The key check shares how a request's key and gate request are
 * read (`presentedKey`, `gateRequestOf`), what a route needs (`KeyGuard`) and the refusals (`invalidKey`, `tooMany`);
 * `embed-check.ts`, the check of `GET /embed/{key}.js`, also shares `limitsOf`.
 */

const INVALID_KEY = JSON.stringify({ detail: ERRORS.invalid_key.detail });
const REFUSED = { ...CORS_HEADERS, "Content-Type": "application/json", "Cache-Control": "no-store" };
const refused = new PreparedHeaders(REFUSED);

const refusal = (context: RequestContext, status: number, body: string, ready: PreparedHeaders): Response =>
  finished(context, ready, context.log.method === "HEAD" ? null : body, status);

/** 401, always the same bytes. It is returned, not thrown: creating an error with its stack costs too much here. */
export function invalidKey(context: RequestContext): Response {
  context.log.error = "invalid_key";
  return refusal(context, 401, INVALID_KEY, refused);
}

type Limited = Pick<
  Extract<Verdict, { kind: "limited" }>,
  "by" | "policy" | "counts" | "visitor_minute" | "visitor_day"
>;

/** The limits that a refusal names: the visitor's own where that one is used up, else the key's. */
export const limitsOf = ({ policy, visitor_minute, visitor_day }: Limited) => ({
  minute_limit: visitor_minute ?? policy.minute_limit,
  day_limit: visitor_day ?? policy.day_limit,
});

/** The last answer made from a verdict. It stays the same within one second. */
const answered = memoryOf((_: Limited) => ({ second: -1, body: "", ready: refused }));

export function tooMany(context: RequestContext, limited: Limited, now: number): Response {
  context.log.key_id = limited.policy.key_id;
  context.log.error = `limited_by_${limited.by}`;
  const second = Math.floor(now / 1000);
  const answer = answered(limited);
  if (answer.second !== second) {
    const { minute, day } = limited.counts;
    const { minute_limit, day_limit } = limitsOf(limited);
    const detail: RateLimitDetail = {
      message: "Rate limit exceeded",
      minute_count: minute,
      day_count: day,
      minute_limit,
      day_limit,
    };
    const headers = new Headers(REFUSED);
    setLimitHeaders(headers, { minute_limit, day_limit }, limited.counts, now);
    Object.assign(answer, { second, body: JSON.stringify({ detail }), ready: new PreparedHeaders(headers, 1) });
  }
  return refusal(context, 429, answer.body, answer.ready);
}

/** What the gate or the denial cache is asked. */
export type GateRequest = Omit<AdmitRequest, "known_revision">;

export const presentedKey = (request: Request): string => request.headers.get("X-API-Key")?.trim() ?? "";

export function gateRequestOf(
  context: RequestContext,
  { permission, bucket }: Needed,
  variables: Variables,
): GateRequest & { bucket: Bucket } {
  const { VISITOR_MINUTE_LIMIT: visitor_limit } = variables;
  const visitor = visitor_limit === 0 ? null : visitorOf(context, variables);
  return { permission, bucket, origin: originOfRequest(context.request, context.origin), visitor, visitor_limit };
}

interface Needed {
  permission: Permission;
  bucket: Bucket;
}

/** A route that needs a key: the permission, and the bucket that it counts against. */
export interface KeyGuard extends Guard {
  access: Permission;
  bucket: Bucket;
}

/** A refusal that this isolate already knows, found without entering a route or awaiting anything; `null` for none. */
export function knownRefusal(context: RequestContext, route: object, bindings: Bindings): Response | null {
  const { access: permission, bucket } = route as Partial<KeyGuard>;
  if (!permission || !bucket) return null;
  const variables = knownVariables(bindings);
  if (!variables) return null;
  const presented = presentedKey(context.request);
  const key_hash = presented === "" ? undefined : knownKeyHash(variables, presented);
  if (key_hash === undefined) return null;
  if (key_hash === null) return invalidKey(context);
  const request = gateRequestOf(context, { permission, bucket }, variables);
  const now = Date.now();
  const denial = denialCache.find(key_hash, request, now);
  if (!denial) return null;
  return denial.kind === "refused" ? invalidKey(context) : tooMany(context, denial, now);
}
