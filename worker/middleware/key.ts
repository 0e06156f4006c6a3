import type { Context, Handler } from "hono";
import { ERRORS, type RateLimitDetail } from "../../shared/errors.ts";
import type { Permission } from "../../shared/keys.ts";
import type { App } from "../http/context.ts";
import { ApiError, RequestFaults } from "../http/error.ts";
import { onError } from "../http/on-error.ts";
import { verifyKey } from "../keys/api-key.ts";
import { visitorName } from "../keys/visitor.ts";
import type { Admission, Verdict } from "../objects/key-gate/contract.ts";
import { type GateStub, onGate } from "../projects/gate.ts";
import { settings } from "../settings.ts";
import { loadKeyForGate } from "../storage/keys.ts";
import { projectVersion } from "../storage/projects.ts";
import { READABLE, ReadyHeaders } from "./cors.ts";
import { setLimitHeaders } from "./limit-headers.ts";
import { verdicts } from "./verdicts.ts";

type Judged = Exclude<Verdict, { kind: "unloaded" }>;
type Admitted = Extract<Verdict, { kind: "admitted" }>;

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

const INVALID_KEY = JSON.stringify({ detail: ERRORS.invalid_key.detail });
const REFUSED = { ...READABLE, "Content-Type": "application/json", "Cache-Control": "no-store" };
const refused = new ReadyHeaders(REFUSED);

/** A refusal that floods get: nothing is still to be set. */
function refusal(c: Context<App>, status: number, body: string, ready: ReadyHeaders): Response {
  c.set("finished", true);
  return new Response(body, { status, headers: ready.for(c.get("origin"), c.get("request_id")) });
}

/** 401, the same bytes always. Given back, not thrown: a flood of these must not pay for an error's stack. */
function invalidKey(c: Context<App>): Response {
  c.get("log").error = "invalid_key";
  return refusal(c, 401, INVALID_KEY, refused);
}

type Limited = Pick<Extract<Verdict, { kind: "limited" }>, "by" | "policy" | "counts">;

/** What an isolate answered last by a verdict that it remembers: within a second nothing of it changes. */
const answered = new WeakMap<Limited, { second: number; body: string; ready: ReadyHeaders }>();

function tooMany(c: Context<App>, limited: Limited, visitor_limit: number, now: number): Response {
  const log = c.get("log");
  log.key_id = limited.policy.key_id;
  log.error = `limited_by_${limited.by}`;
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
    answer = { second, body: JSON.stringify({ detail }), ready: new ReadyHeaders(headers, 1) };
    answered.set(limited, answer);
  }
  return refusal(c, 429, answer.body, answer.ready);
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
export const key =
  (permission: Permission, route: Route): Handler<App> =>
  async (c) => {
    const presented = c.req.header("X-API-Key")?.trim() ?? "";
    if (presented === "")
      throw new RequestFaults([{ type: "missing", loc: ["header", "X-API-Key"], msg: "Field required" }]);
    const { KEY_SECRET, VISITOR_MINUTE_LIMIT } = settings(c.env);
    const key_hash = await verifyKey(KEY_SECRET, presented);
    if (key_hash === null) return invalidKey(c);

    const address = VISITOR_MINUTE_LIMIT === 0 ? undefined : c.req.header("CF-Connecting-IP");
    const visitor = address === undefined ? null : visitorName(KEY_SECRET[0] ?? "", address);
    const request = {
      permission,
      origin: c.get("origin") ?? null,
      visitor,
      visitor_limit: VISITOR_MINUTE_LIMIT,
    };
    const asked = Date.now();
    const denial = verdicts.judge(key_hash, request, asked);
    if (denial?.kind === "refused") return invalidKey(c);
    if (denial) return tooMany(c, denial, VISITOR_MINUTE_LIMIT, asked);

    const verdict = await ask(c, key_hash, request);
    verdicts.note(key_hash, visitor, verdict, Date.now());
    if (verdict.kind === "refused") return invalidKey(c);
    if (verdict.kind === "limited") return tooMany(c, verdict, VISITOR_MINUTE_LIMIT, verdict.at);

    const { policy } = verdict;
    c.set("policy", policy);
    c.set("project_version", verdict.project_version);
    c.get("log").key_id = policy.key_id;
    if (verdict.stale) c.executionCtx.waitUntil(confirmVersion(c, key_hash, policy.project_id));
    return counted(c, route, verdict);
  };
