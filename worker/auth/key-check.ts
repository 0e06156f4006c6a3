import type { Context, Handler } from "hono";
import type { KeyPolicy, Permission } from "../../shared/keys.ts";
import type { Bindings } from "../env.ts";
import type { AppEnv } from "../http/app-env.ts";
import { ApiError, ValidationError } from "../http/errors.ts";
import { onError } from "../http/on-error.ts";
import { type RequestContext, requestContextOf } from "../http/request-context.ts";
import { callGate, type GateStub } from "../objects/key-gate/client.ts";
import type { Admission, Verdict } from "../objects/key-gate/rpc.ts";
import { loadKeyForGate } from "../storage/keys.ts";
import { findProjectVersion } from "../storage/projects.ts";
import { knownVariables, readVariables, type Variables } from "../variables.ts";
import { denialCache } from "./denial-cache.ts";
import { invalidKey, tooMany } from "./flood.ts";
import { rememberedKey, verifyKey } from "./keys/api-key.ts";
import { visitorOfRequest } from "./keys/visitor.ts";
import { setLimitHeaders } from "./limit-headers.ts";

type Judged = Exclude<Verdict, { kind: "unloaded" }>;
type Admitted = Pick<Extract<Verdict, { kind: "admitted" }>, "counts" | "at"> & { policy: KeyPolicy };

/** Asks the key's gate; one that does not know its key yet is given D1's row first. */
async function askGate(c: Context<AppEnv>, key_hash: string, request: Admission): Promise<Judged> {
  const admit = (gate: GateStub) => gate.admit(request);
  const first = await callGate(c.env, key_hash, admit);
  if (first.kind !== "unloaded") return first;
  const row = await loadKeyForGate(c.env.DB, key_hash, Date.now());
  await callGate(c.env, key_hash, (gate) => gate.load(row?.policy ?? null, row?.project_version ?? 0));
  const second = await callGate(c.env, key_hash, admit);
  if (second.kind === "unloaded") throw new ApiError("unavailable");
  return second;
}

/** The operator's push of a new version may have been lost: D1 knows. */
async function confirmVersion(c: Context<AppEnv>, key_hash: string, project_id: number): Promise<void> {
  const version = await findProjectVersion(c.env.DB, project_id);
  if (version !== null) await callGate(c.env, key_hash, (gate) => gate.setProjectVersion(version));
}

/** What is asked of a key, whoever answers. */
type GateRequest = Omit<Admission, "policy_known">;

const presentedKey = (request: Request): string => request.headers.get("X-API-Key")?.trim() ?? "";

function gateRequestOf(context: RequestContext, permission: Permission, variables: Variables): GateRequest {
  const { KEY_SECRET, VISITOR_MINUTE_LIMIT: visitor_limit } = variables;
  const visitor =
    visitor_limit === 0 ? null : visitorOfRequest(context.request, KEY_SECRET[0] ?? "", variables.VISITOR_ADDRESS);
  return { permission, origin: context.origin, visitor, visitor_limit };
}

/** What each route behind a key asks for. */
const permissions = new WeakMap<object, Permission>();

/**
 * The refusal of a key that this isolate has met and remembers, before the request costs anything; `null` leaves it to
 * the route. All that a flood gets is made here.
 */
export function knownRefusal(context: RequestContext, route: object, bindings: Bindings): Response | null {
  const permission = permissions.get(route);
  const known = permission && knownVariables(bindings);
  if (!known) return null;
  const presented = presentedKey(context.request);
  const key_hash = presented === "" ? undefined : rememberedKey(known.KEY_SECRET, presented);
  if (key_hash === undefined) return null;
  if (key_hash === null) return invalidKey(context);
  const request = gateRequestOf(context, permission, known);
  const now = Date.now();
  const denial = denialCache.judge(key_hash, request, now);
  if (!denial) return null;
  return denial.kind === "refused" ? invalidKey(context) : tooMany(context, denial, request.visitor_limit, now);
}

/** The route's answer to an admitted request, which tells what is left of the limits whatever else it says. */
async function withLimitHeaders(c: Context<AppEnv>, route: Route, admitted: Admitted): Promise<Response> {
  let answer: Response;
  try {
    answer = await route(c);
  } catch (error) {
    answer = onError(error instanceof Error ? error : new Error(String(error)), c);
  }
  setLimitHeaders(answer.headers, admitted.policy, admitted.counts, admitted.at);
  return answer;
}

type Route = (c: Context<AppEnv>) => Promise<Response>;

/**
 * Steps 2 to 4 of every request with a key: is there one, may it do this from here, is there room in its limits.
 * The route behind it finds `policy` and `project_version` set, and the request is counted. It wraps the route and is
 * no middleware of its own: each costs every request some hops.
 */
export function requireKey(permission: Permission, route: Route): Handler<AppEnv> {
  const guarded: Handler<AppEnv> = async (c) => {
    const context = requestContextOf(c);
    const presented = presentedKey(context.request);
    if (presented === "")
      throw new ValidationError([{ type: "missing", loc: ["header", "X-API-Key"], msg: "Field required" }]);
    const known = readVariables(c.env);
    const key_hash = await verifyKey(known.KEY_SECRET, presented);
    if (key_hash === null) return invalidKey(context);

    const request = gateRequestOf(context, permission, known);
    const known_policy = denialCache.policyOf(key_hash);
    const verdict = await askGate(c, key_hash, { ...request, policy_known: known_policy !== null });
    denialCache.note(key_hash, request.visitor, verdict, Date.now());
    if (verdict.kind === "refused") return invalidKey(context);
    if (verdict.kind === "limited") return tooMany(context, verdict, request.visitor_limit, verdict.at);

    const policy = verdict.policy ?? known_policy;
    if (!policy) throw new ApiError("unavailable");
    c.set("policy", policy);
    c.set("project_version", verdict.project_version);
    context.log.key_id = policy.key_id;
    if (verdict.stale) c.executionCtx.waitUntil(confirmVersion(c, key_hash, policy.project_id));
    return withLimitHeaders(c, route, { ...verdict, policy });
  };
  permissions.set(guarded, permission);
  return guarded;
}
