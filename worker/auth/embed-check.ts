import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { requestContextOf } from "../http/request-context.ts";
import { denialCache } from "../objects/key-gate/denial-cache.ts";
import type { Verdict } from "../objects/key-gate/rpc.ts";
import { findScriptKey, isChannelName, knownScriptKey, type ScriptKey } from "../projects/channel-script-key.ts";
import { readVariables } from "../variables.ts";
import { findKeyHash } from "./accepted-secrets.ts";
import { gateRequestOf, limitsOf } from "./flood.ts";
import { admit } from "./key-check.ts";
import { addLimitHeaders } from "./limit-headers.ts";
import { MinuteCounts } from "./minute-counts.ts";
import { visitorOf } from "./visitor.ts";

/** What became of the check. `setLimits` gives the answer the headers that say what is left of the limits. */
export type EmbedCheck =
  | { kind: "refused" }
  | { kind: "limited"; by: Extract<Verdict, { kind: "limited" }>["by"]; setLimits(headers: Headers): void }
  | { kind: "admitted"; key: string; setLimits(headers: Headers): void };

const REFUSED: EmbedCheck = { kind: "refused" };

/** Channels' names that are refused cost a look into D1 and count against no key: so many a minute of one visitor. */
const MOST_REFUSED = 60;
const refusals = new MinuteCounts();

/** The request of a classic script names its page only in `Referer`. */
function originOf(request: Request): string | null {
  const origin = request.headers.get("Origin");
  if (origin !== null) return origin;
  const referer = request.headers.get("Referer") ?? "";
  return URL.canParse(referer) ? new URL(referer).origin : null;
}

/**
 * Checks the name in `GET /embed/{name}.js`: a key, or a channel, whose derived key is checked then. It is
 * counted and refused like `GET /widget/v1/config`, by the same gate and the same remembered refusals; only the answers
 * are not those of `requireKey`. After `admitted` the route can use `policy` and `project_version`.
 */
export async function checkEmbed(c: Context<AppEnv>, name: string): Promise<EmbedCheck> {
  if (!isChannelName(name)) {
    const key_hash = await findKeyHash(c.env, name);
    return key_hash === null ? REFUSED : checkKey(c, { key: name, key_hash });
  }
  const variables = readVariables(c.env);
  const visitor = variables.VISITOR_MINUTE_LIMIT === 0 ? null : visitorOf(requestContextOf(c), variables);
  // What this isolate knows is enough for a visitor whose names were refused so often.
  const known = knownScriptKey(c.env, name);
  const asks = visitor === null || refusals.of(visitor) < MOST_REFUSED;
  const look = async () => {
    const script = asks ? await findScriptKey(c.env, name, false) : known;
    return { script, check: script ? await checkKey(c, script) : REFUSED };
  };
  const isRefused = (looked: { check: EmbedCheck }) => looked.check.kind === "refused";
  const { script, check } = await refusals.countRefused(visitor, asks && known === null, look, isRefused);
  const over = check.kind === "refused" || (check.kind === "admitted" && c.get("policy").expires_at != null);
  const asksAgain = visitor === null || refusals.of(visitor) <= MOST_REFUSED;
  if (!asks || !asksAgain || !over || !script) return check;
  // This isolate may know an earlier generation.
  const fresh = await findScriptKey(c.env, name, true);
  return !fresh || fresh.key_hash === script.key_hash ? check : checkKey(c, fresh);
}

async function checkKey(c: Context<AppEnv>, { key, key_hash }: ScriptKey): Promise<EmbedCheck> {
  const context = requestContextOf(c);
  const request = {
    ...gateRequestOf(context, { permission: "widget:read", bucket: "page" }, readVariables(c.env)),
    origin: originOf(context.request),
  };
  const now = Date.now();
  const verdict = denialCache.find(key_hash, request, now) ?? (await admit(c, key_hash, request));
  if (verdict.kind === "refused") return { kind: "refused" };
  const { policy, counts } = verdict;
  if (verdict.kind === "admitted")
    return { kind: "admitted", key, setLimits: (headers) => addLimitHeaders(headers, policy, counts, verdict.at) };
  context.log.key_id = policy.key_id;
  const limits = limitsOf(verdict);
  return {
    kind: "limited",
    by: verdict.by,
    setLimits: (headers) => addLimitHeaders(headers, limits, counts, now),
  };
}
