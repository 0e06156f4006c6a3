import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { requestContextOf } from "../http/request-context.ts";
import { denialCache } from "../objects/key-gate/denial-cache.ts";
import type { Verdict } from "../objects/key-gate/rpc.ts";
import { readVariables } from "../variables.ts";
import { findKeyHash } from "./accepted-secrets.ts";
import { gateRequestOf, limitsOf } from "./flood.ts";
import { admit } from "./key-check.ts";
import { setLimitHeaders } from "./limit-headers.ts";

/** What became of the check. `setLimits` gives the answer the headers that say what is left of the limits. */
export type EmbedCheck =
  | { kind: "refused" }
  | { kind: "limited"; by: Extract<Verdict, { kind: "limited" }>["by"]; setLimits(headers: Headers): void }
  | { kind: "admitted"; setLimits(headers: Headers): void };

/** The request of a classic script names its page only in `Referer`. */
function originOf(request: Request): string | null {
  const origin = request.headers.get("Origin");
  if (origin !== null) return origin;
  const referer = request.headers.get("Referer") ?? "";
  return URL.canParse(referer) ? new URL(referer).origin : null;
}

/**
 * Checks the key that stands in the path of `GET /embed/{key}.js`. It is counted and refused like `GET
 * /widget/v1/config`, by the same gate and the same remembered refusals; only the answers are not those of `requireKey`.
 * After `admitted` the route can use `policy` and `project_version`.
 */
export async function checkEmbedKey(c: Context<AppEnv>, key: string): Promise<EmbedCheck> {
  const context = requestContextOf(c);
  const key_hash = await findKeyHash(c.env, key);
  if (key_hash === null) return { kind: "refused" };
  const request = {
    ...gateRequestOf(context, { permission: "widget:read", bucket: "page" }, readVariables(c.env)),
    origin: originOf(context.request),
  };
  const now = Date.now();
  const verdict = denialCache.find(key_hash, request, now) ?? (await admit(c, key_hash, request));
  if (verdict.kind === "refused") return { kind: "refused" };
  const { policy, counts } = verdict;
  if (verdict.kind === "admitted")
    return { kind: "admitted", setLimits: (headers) => setLimitHeaders(headers, policy, counts, verdict.at) };
  context.log.key_id = policy.key_id;
  const limits = limitsOf(verdict);
  return {
    kind: "limited",
    by: verdict.by,
    setLimits: (headers) => setLimitHeaders(headers, limits, counts, now),
  };
}
