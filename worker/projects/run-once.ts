import { seal, unseal } from "../crypto/seal.ts";
import { ApiError } from "../http/errors.ts";
import { beginOperation, dropOperation, finishOperation } from "../storage/idempotency.ts";
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
  const earlier = await claim(db, operation);
  if (earlier !== null) return openAnswer<T>(secrets, earlier);
  let answer: T;
  try {
    answer = await work();
  } catch (error) {
    await dropOperation(db, operation.scope, operation.key);
    throw error;
  }
  const sealed = await seal(secrets[0], JSON.stringify(answer));
  await finishOperation(db, operation.scope, operation.key, { sealed });
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
  const operation = { scope: name, key: "make", request_hash: "" };
  await claim(db, operation);
  try {
    return await work();
  } finally {
    await dropOperation(db, operation.scope, operation.key);
  }
}

/** @returns the stored answer of an earlier run, `null` if this is the first */
async function claim(db: D1Database, operation: Operation): Promise<unknown> {
  const earlier = await beginOperation(db, operation, Date.now());
  if (earlier.kind === "other_request") throw new ApiError("conflict");
  if (earlier.kind === "running") throw new ApiError("in_progress");
  return earlier.kind === "done" ? earlier.response : null;
}
