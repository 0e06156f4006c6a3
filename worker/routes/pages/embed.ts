import type { Context } from "hono";
import { findKeyHash } from "../../auth/accepted-secrets.ts";
import { gateRequestOf, limitsOf } from "../../auth/flood.ts";
import { admit } from "../../auth/key-check.ts";
import { setLimitHeaders } from "../../auth/limit-headers.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { matchesEtag } from "../../http/etag.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { denialCache } from "../../objects/key-gate/denial-cache.ts";
import { renderConfig } from "../../sessions/config-answer.ts";
import { embedScript, type RefusalReason, refusalScript } from "../../sessions/embed-script.ts";
import { loadSnapshot } from "../../storage/snapshots.ts";
import { readVariables } from "../../variables.ts";

const SUFFIX = ".js";

/** The same as for `voice-widget.js`: any page may load it, as a classic script or as a module. */
const HEADERS = {
  "Content-Type": "text/javascript; charset=utf-8",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, ETag",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};

/** Only browsers may cache it: a shared cache would answer without checking the key. */
const KEPT = "private, max-age=60";

/** The request of a classic script names its page only in `Referer`. */
function originOf(request: Request): string | null {
  const origin = request.headers.get("Origin");
  if (origin !== null) return origin;
  const referer = request.headers.get("Referer") ?? "";
  return URL.canParse(referer) ? new URL(referer).origin : null;
}

function refuse(c: Context<AppEnv>, reason: RefusalReason, error: string): Response {
  requestContextOf(c).log.error = error;
  return new Response(refusalScript(reason), { headers: { ...HEADERS, "Cache-Control": "no-store" } });
}

/**
 * `GET /embed/{key}.js`: the loader with the project's config inside. It is counted and refused like `GET
 * /widget/v1/config`. A refusal is a script too, with status 200, since browsers run no script of another status.
 */
export async function embed(c: Context<AppEnv>): Promise<Response> {
  const context = requestContextOf(c);
  const variables = readVariables(c.env);
  const key = (c.req.param("key") ?? "").slice(0, -SUFFIX.length);
  const key_hash = await findKeyHash(c.env, key);
  if (key_hash === null) return refuse(c, "refused", "invalid_key");

  const request = {
    ...gateRequestOf(context, { permission: "widget:read", bucket: "page" }, variables),
    origin: originOf(context.request),
  };
  const now = Date.now();
  const verdict = denialCache.find(key_hash, request, now) ?? (await admit(c, key_hash, request));
  if (verdict.kind === "refused") return refuse(c, "refused", "invalid_key");
  const { policy, counts } = verdict;
  if (verdict.kind === "limited") {
    context.log.key_id = policy.key_id;
    const answer = refuse(c, "limited", `limited_by_${verdict.by}`);
    setLimitHeaders(answer.headers, limitsOf(verdict, request.visitor_limit), counts, now, verdict.day_used);
    return answer;
  }

  const answer = await scriptFor(c, key);
  setLimitHeaders(answer.headers, policy, counts, verdict.at);
  return answer;
}

async function scriptFor(c: Context<AppEnv>, key: string): Promise<Response> {
  const { project_id, agent_id } = c.get("policy");
  const snapshot = await loadSnapshot(c.env, project_id, c.get("project_version"), (work) =>
    c.executionCtx.waitUntil(work),
  );
  if (!snapshot) return refuse(c, "project_not_found", "project_not_found");
  const config = await renderConfig(snapshot, agent_id, readVariables(c.env));
  const { etag, text } = await embedScript(c.env.ASSETS, key, config);
  const headers = { ...HEADERS, ETag: etag, "Cache-Control": KEPT };
  if (matchesEtag(c.req.header("If-None-Match"), etag)) return new Response(null, { status: 304, headers });
  return new Response(text(), { headers });
}
