import type { Context, Handler } from "hono";
import type { KeyPolicy, Permission } from "../../shared/keys.ts";
import type { AppEnv } from "../http/app-env.ts";
import { ApiError, ValidationError } from "../http/errors.ts";
import { onError } from "../http/on-error.ts";
import { receiveBody } from "../http/read-request.ts";
import { requestContextOf } from "../http/request-context.ts";
import { callGate, type GateStub } from "../objects/key-gate/client.ts";
import { denialCache } from "../objects/key-gate/denial-cache.ts";
import type { AdmitRequest, Bucket, Verdict } from "../objects/key-gate/rpc.ts";
import type { Operation } from "../openapi/operation.ts";
import { loadKeyForGate } from "../storage/gate-policies.ts";
import { noteKeyUse } from "../storage/keys.ts";
import { findProjectVersion } from "../storage/projects.ts";
import { readVariables } from "../variables.ts";
import { findKeyHash, noteOldKeyUse } from "./accepted-secrets.ts";
import { type GateRequest, gateRequestOf, invalidKey, type KeyGuard, presentedKey, tooMany } from "./flood.ts";
import { addLimitHeaders, setLimitHeaders } from "./limit-headers.ts";

/** Milliseconds after which a key may have been revoked while its request waited for a body: the gate is asked again. */
const LATE_BODY_MS = 1_000;

type GateAnswer = Exclude<Verdict, { kind: "unloaded" }>;
type Refused = Exclude<GateAnswer, { kind: "admitted" }>;
type Admitted = Extract<Verdict, { kind: "admitted" }> & { policy: KeyPolicy };

/** Asks the key's gate. A gate that does not know its key yet first gets D1's row. */
async function askGate(c: Context<AppEnv>, key_hash: string, request: AdmitRequest): Promise<GateAnswer> {
  const admit = (gate: GateStub) => gate.admit(request);
  const first = await callGate(c.env, key_hash, admit);
  if (first.kind !== "unloaded") return first;
  const row = await loadKeyForGate(c.env.DB, key_hash, Date.now());
  await callGate(c.env, key_hash, (gate) => gate.load(row?.policy ?? null, row?.project_version ?? 0));
  const second = await callGate(c.env, key_hash, admit);
  if (second.kind === "unloaded") throw new ApiError("unavailable");
  return second;
}

/** The push of a new version to the gate may have been lost; D1 has it. */
async function confirmVersion(c: Context<AppEnv>, key_hash: string, project_id: number): Promise<void> {
  const version = await findProjectVersion(c.env.DB, project_id);
  if (version !== null) await callGate(c.env, key_hash, (gate) => gate.setProjectVersion(version));
}

/**
 * Asks the gate of a key that this service has made. An admitted request is counted; its route can use `policy` and
 * `project_version`.
 */
export async function admit(c: Context<AppEnv>, key_hash: string, request: GateRequest): Promise<Refused | Admitted> {
  const known_policy = denialCache.policyOf(key_hash);
  const known_revision = known_policy && (known_policy.revision ?? 0);
  const verdict = await askGate(c, key_hash, { ...request, known_revision });
  denialCache.note(key_hash, request.visitor, verdict, Date.now(), request.bucket);
  if (verdict.kind !== "admitted") return verdict;

  const policy = verdict.policy ?? known_policy;
  if (!policy) throw new ApiError("unavailable");
  c.set("policy", policy);
  c.set("project_version", verdict.project_version);
  requestContextOf(c).log.key_id = policy.key_id;
  await noteOldKeyUse(c.env, key_hash);
  if (verdict.first_use !== null)
    c.executionCtx.waitUntil(noteKeyUse(c.env.DB, policy.key_id, verdict.first_use, request.origin));
  if (verdict.stale) c.executionCtx.waitUntil(confirmVersion(c, key_hash, policy.project_id));
  return { ...verdict, policy };
}

/** The route's answer to an admitted request, with headers that say what is left of the limits. */
async function withLimitHeaders(c: Context<AppEnv>, route: Operation, admitted: Admitted): Promise<Response> {
  const context = requestContextOf(c);
  const { policy, counts, at } = admitted;
  context.setLimits = (headers) => setLimitHeaders(headers, policy, counts, at);
  let answer: Response;
  try {
    answer = await route(c);
  } catch (error) {
    answer = onError(error instanceof Error ? error : new Error(String(error)), c);
  }
  if (!context.finished) addLimitHeaders(answer.headers, policy, counts, at);
  return answer;
}

/**
 * Guards a route: the request needs a key that has the permission, allows the origin and is within its limits. It wraps
 * the route, since a Hono middleware would make every request slower.
 * @param bucket which of a channel key's limits it counts against, see `Bucket` in `objects/key-gate/rpc.ts`
 */
export function requireKey(
  permission: Permission,
  route: Operation,
  bucket: Bucket = "talk",
): Handler<AppEnv> & KeyGuard {
  const guarded: Handler<AppEnv> = async (c) => {
    const context = requestContextOf(c);
    const presented = presentedKey(context.request);
    if (presented === "")
      throw new ValidationError([{ type: "missing", loc: ["header", "X-API-Key"], msg: "Field required" }]);
    const variables = readVariables(c.env);
    const key_hash = await findKeyHash(c.env, presented);
    if (key_hash === null) return invalidKey(context);

    const request = gateRequestOf(context, { permission, bucket }, variables);
    const verdict = await admit(c, key_hash, request);
    if (verdict.kind === "refused") return invalidKey(context);
    if (verdict.kind === "limited") return tooMany(context, verdict, verdict.at);
    if (route.declared.body) {
      await receiveBody(c, route.declared.bodyLimit);
      const late = Date.now() - verdict.at > LATE_BODY_MS;
      if (late && (await admit(c, key_hash, { ...request, again: true })).kind === "refused")
        return invalidKey(context);
    }
    return withLimitHeaders(c, route, verdict);
  };
  return Object.assign(guarded, { access: permission, bucket, declared: route.declared });
}
