import type { Context } from "hono";
import { checkEmbed } from "../../auth/embed-check.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { matchesEtag } from "../../http/etag.ts";
import { requestContextOf } from "../../http/request-context.ts";
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

function refuse(c: Context<AppEnv>, reason: RefusalReason, error: string): Response {
  requestContextOf(c).log.error = error;
  return new Response(refusalScript(reason), { headers: { ...HEADERS, "Cache-Control": "no-store" } });
}

/**
 * `GET /embed/{key}.js` and `GET /embed/{channel}.js`: the loader with the project's config inside. A refusal is a script too, with status 200, since
 * browsers run no script of another status.
 */
export async function embed(c: Context<AppEnv>): Promise<Response> {
  const name = (c.req.param("key") ?? "").slice(0, -SUFFIX.length);
  const check = await checkEmbed(c, name);
  if (check.kind === "refused") return refuse(c, "refused", "invalid_key");
  const answer =
    check.kind === "limited" ? refuse(c, "limited", `limited_by_${check.by}`) : await scriptFor(c, check.key);
  check.setLimits(answer.headers);
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
