import type { Context, Handler } from "hono";
import type { KeyPolicy, Permission } from "../../shared/keys.ts";
import type { Bindings } from "../env.ts";
import type { App } from "../http/context.ts";
import { ApiError, RequestFaults } from "../http/error.ts";
import { type Exchange, exchangeOf } from "../http/exchange.ts";
import { onError } from "../http/on-error.ts";
import { rememberedKey, verifyKey } from "../keys/api-key.ts";
import { visitorName } from "../keys/visitor.ts";
import type { Admission, Verdict } from "../objects/key-gate/contract.ts";
import { type GateStub, onGate } from "../projects/gate.ts";
import { knownSettings, type Settings, settings } from "../settings.ts";
import { loadKeyForGate } from "../storage/keys.ts";
import { projectVersion } from "../storage/projects.ts";
import { setLimitHeaders } from "./limit-headers.ts";
import { invalidKey, tooMany } from "./refusals.ts";
import { verdicts } from "./verdicts.ts";

type Judged = Exclude<Verdict, { kind: "unloaded" }>;
type Admitted = Pick<Extract<Verdict, { kind: "admitted" }>, "counts" | "at"> & { policy: KeyPolicy };

/** Asks the key's gate; one that does not know its key yet is given D1's row first. */
async function ask(c: Context<App>, key_hash: string, request: Admission): Promise<Judged> {
  const admit = (gate: GateStub) => gate.admit(request);
  const first = await onGate(c.env, key_hash, admit);
  if (first.kind !== "unloaded") return first;
  const row = await loadKeyForGate(c.env.DB, key_hash, Date.now());
  await onGate(c.env, key_hash, (gate) => gate.load(row?.policy ?? null, row?.project_version ?? 0));
  const second = await onGate(c.env, key_hash, admit);
  if (second.kind === "unloaded") throw new ApiError("unavailable");
  return second;
}

/** The operator's push of a new version may have been lost: D1 knows. */
async function confirmVersion(c: Context<App>, key_hash: string, project_id: number): Promise<void> {
  const version = await projectVersion(c.env.DB, project_id);
  if (version !== null) await onGate(c.env, key_hash, (gate) => gate.setProjectVersion(version));
}

/** What is asked of a key, whoever answers. */
type Asked = Omit<Admission, "policy_known">;

const presentedKey = (request: Request): string => request.headers.get("X-API-Key")?.trim() ?? "";

function requestOf(exchange: Exchange, permission: Permission, settings: Settings): Asked {
  const { KEY_SECRET, VISITOR_MINUTE_LIMIT: visitor_limit } = settings;
  const address = visitor_limit === 0 ? null : exchange.request.headers.get("CF-Connecting-IP");
  const visitor = address === null ? null : visitorName(KEY_SECRET[0] ?? "", address);
  return { permission, origin: exchange.origin, visitor, visitor_limit };
}

/** What each route behind a key asks for. */
const permissions = new WeakMap<object, Permission>();

/**
 * The refusal of a key that this isolate has met and remembers, before the request costs anything; `null` leaves it to
 * the route. All that a flood gets is made here.
 */
export function refusedAtOnce(exchange: Exchange, route: object, bindings: Bindings): Response | null {
  const permission = permissions.get(route);
  const known = permission && knownSettings(bindings);
  if (!known) return null;
  const presented = presentedKey(exchange.request);
  const key_hash = presented === "" ? undefined : rememberedKey(known.KEY_SECRET, presented);
  if (key_hash === undefined) return null;
  if (key_hash === null) return invalidKey(exchange);
  const request = requestOf(exchange, permission, known);
  const now = Date.now();
  const denial = verdicts.judge(key_hash, request, now);
  if (!denial) return null;
  return denial.kind === "refused" ? invalidKey(exchange) : tooMany(exchange, denial, request.visitor_limit, now);
}

/** The route's answer to an admitted request, which tells what is left of the limits whatever else it says. */
async function counted(c: Context<App>, route: Route, admitted: Admitted): Promise<Response> {
  let answer: Response;
  try {
    answer = await route(c);
  } catch (error) {
    answer = onError(error instanceof Error ? error : new Error(String(error)), c);
  }
  setLimitHeaders(answer.headers, admitted.policy, admitted.counts, admitted.at);
  return answer;
}

type Route = (c: Context<App>) => Promise<Response>;

/**
 * Steps 2 to 4 of every request with a key: is there one, may it do this from here, is there room in its limits.
 * The route behind it finds `policy` and `project_version` set, and the request is counted. It wraps the route and is
 * no middleware of its own: each costs every request some hops.
 */
export function key(permission: Permission, route: Route): Handler<App> {
  const guarded: Handler<App> = async (c) => {
    const exchange = exchangeOf(c);
    const presented = presentedKey(exchange.request);
    if (presented === "")
      throw new RequestFaults([{ type: "missing", loc: ["header", "X-API-Key"], msg: "Field required" }]);
    const known = settings(c.env);
    const key_hash = await verifyKey(known.KEY_SECRET, presented);
    if (key_hash === null) return invalidKey(exchange);

    const request = requestOf(exchange, permission, known);
    const known_policy = verdicts.policyOf(key_hash);
    const verdict = await ask(c, key_hash, { ...request, policy_known: known_policy !== null });
    verdicts.note(key_hash, request.visitor, verdict, Date.now());
    if (verdict.kind === "refused") return invalidKey(exchange);
    if (verdict.kind === "limited") return tooMany(exchange, verdict, request.visitor_limit, verdict.at);

    const policy = verdict.policy ?? known_policy;
    if (!policy) throw new ApiError("unavailable");
    c.set("policy", policy);
    c.set("project_version", verdict.project_version);
    exchange.log.key_id = policy.key_id;
    if (verdict.stale) c.executionCtx.waitUntil(confirmVersion(c, key_hash, policy.project_id));
    return counted(c, route, { ...verdict, policy });
  };
  permissions.set(guarded, permission);
  return guarded;
}
