import { seal, unseal } from "../crypto/seal.ts";
import { ApiError } from "../http/errors.ts";
import { beginOperation, type Claim, dropOperation, finishOperation } from "../storage/idempotency.ts";
import type { RotatingSecret } from "../variables.ts";

/** One request with an `Idempotency-Key`. `scope` separates callers and routes. */
export interface Operation {
  scope: string;
  key: string;
  /** Hash of the request, to tell a repeat from another request under the same key. */
  request_hash: string;
}

/** Makes a part of what one request makes, once for each key of that request. */
export type Part = <T extends object>(name: string, make: () => Promise<T>) => Promise<T>;

/**
 * Does the work once for each key: a repeat gets the first answer. It is stored encrypted, since it may hold secrets
 * that are shown only once.
 * @param secrets the service's key secrets, newest first
 * @throws ApiError `conflict` if the key was used for another request, `in_progress` while the first one runs
 */
export async function runOnce<T extends object>(
  db: D1Database,
  secrets: RotatingSecret,
  operation: Operation,
  work: () => Promise<T>,
): Promise<T> {
  const begun = await claim(db, operation);
  if (!("claimed_at" in begun)) return openAnswer<T>(secrets, begun.response);
  let answer: T;
  try {
    answer = await work();
  } catch (error) {
    await dropOperation(db, begun);
    throw error;
  }
  const sealed = await seal(secrets[0], JSON.stringify(answer));
  await finishOperation(db, begun, { sealed });
  return answer;
}

/** @throws ApiError `conflict` if the secret that it was sealed with is gone */
async function openAnswer<T>(secrets: RotatingSecret, stored: unknown): Promise<T> {
  const { sealed } = stored as { sealed?: string };
  // Answers of versions that did not seal them.
  if (sealed === undefined) return stored as T;
  const text = await unseal(secrets, sealed);
  if (text === null) throw new ApiError("conflict");
  return JSON.parse(text);
}

/**
 * Does the work if nobody else does it at the same time.
 * @throws ApiError `in_progress` if another request is doing it
 */
export async function runAlone<T>(db: D1Database, name: string, work: () => Promise<T>): Promise<T> {
  const begun = await claim(db, { scope: name, key: "make", request_hash: "" });
  try {
    return await work();
  } finally {
    if ("claimed_at" in begun) await dropOperation(db, begun);
  }
}

/** @returns the stored answer of an earlier run; the claim if this is the first */
async function claim(db: D1Database, operation: Operation): Promise<Claim | { response: unknown }> {
  const earlier = await beginOperation(db, operation, Date.now());
  if (earlier.kind === "other_request") throw new ApiError("conflict");
  if (earlier.kind === "running") throw new ApiError("in_progress");
  if (earlier.kind === "done") return { response: earlier.response };
  return { scope: operation.scope, key: operation.key, claimed_at: earlier.claimed_at };
}
