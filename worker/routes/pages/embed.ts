import type { Context } from "hono";
import { checkEmbed } from "../../auth/embed-check.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { matchesEtag } from "../../http/etag.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { IF_NONE_MATCH } from "../../openapi/parameters.ts";
import { renderConfig } from "../../sessions/config-answer.ts";
import { embedScript, type RefusalReason, refusalScript, SCRIPT_THAT_ASKS_AGAIN } from "../../sessions/embed-script.ts";
import { loadSnapshot } from "../../storage/snapshots.ts";
import { readVariables } from "../../variables.ts";

const operation = operationsOf("Widget");

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
  const script = reason === "refused" && namesNoPage(c) ? SCRIPT_THAT_ASKS_AGAIN : refusalScript(reason);
  return new Response(script, { headers: { ...HEADERS, "Cache-Control": "no-store" } });
}

/** A browser's request for a classic script of a page that sends no referrer, as many servers advise their pages to. */
const namesNoPage = ({ req }: Context<AppEnv>): boolean =>
  req.header("Sec-Fetch-Mode") === "no-cors" && req.header("Origin") === undefined && !req.header("Referer");

export const embed = operation({
  id: "getEmbedScript",
  summary: "Load the widget with its settings inside",
  description:
    "What a page's script tag loads: the loader with the answer of `GET /widget/v1/config` inside, so that one request brings the launcher in the owner's look and words. Where a channel is named, its derived key stands for it. It is counted and refused like that endpoint; allowed domains are compared with `Origin`, or else with the origin of `Referer`. A refusal is a script too, which tells the site's owner in the browser's console why there is no widget; a classic script of a page that sends no referrer is loaded once more as a module, which names its origin. Its status is 200, since browsers run no script of another status, and it may not be cached.",
  access: "path",
  headers: [IF_NONE_MATCH],
  answers: {
    200: {
      description: "The script; the browser may cache it for 60 seconds.",
      mediaType: "text/javascript",
      headers: ["Cache-Control"],
    },
    304: { description: "Nothing has changed since that `ETag`.", headers: ["ETag", "Cache-Control"] },
  },
  async handle(c) {
    const name = (c.req.param("key") ?? "").slice(0, -SUFFIX.length);
    const check = await checkEmbed(c, name);
    if (check.kind === "refused") return refuse(c, "refused", "invalid_key");
    const answer =
      check.kind === "limited" ? refuse(c, "limited", `limited_by_${check.by}`) : await scriptFor(c, check.key);
    check.setLimits(answer.headers);
    return answer;
  },
});

async function scriptFor(c: Context<AppEnv>, key: string): Promise<Response> {
  const { project_id, agent_id } = c.get("policy");
  const snapshot = await loadSnapshot(c.env, project_id, c.get("project_version"), (work) =>
    c.executionCtx.waitUntil(work),
  );
  if (!snapshot) return refuse(c, "project_not_found", "project_not_found");
  const config = await renderConfig(snapshot, agent_id, readVariables(c.env));
  const { etag, text } = await embedScript(c.env.ASSETS, key, config, new URL("/", c.req.url).href);
  const headers = { ...HEADERS, ETag: etag, "Cache-Control": KEPT };
  if (matchesEtag(c.req.header("If-None-Match"), etag)) return new Response(null, { status: 304, headers });
  return new Response(text(), { headers });
}
