import { ApiError } from "../http/errors.ts";
import { beginOperation, dropOperation, finishOperation } from "../storage/idempotency.ts";

/** One request with an `Idempotency-Key`. `scope` tells callers and routes apart. */
export interface Operation {
  scope: string;
  key: string;
  /** Hash of the request, to tell a repeat from another request under the same key. */
  request_hash: string;
}

/**
 * Does the work once per key: a repeat gets the first answer. The answer is stored, so it must hold no secret.
 * @throws ApiError `conflict` where the key came with another request, `in_progress` while the first is being done
 */
export async function runOnce<T extends object>(
  db: D1Database,
  operation: Operation,
  work: () => Promise<T>,
): Promise<T> {
  const earlier = await claim(db, operation);
  if (earlier !== null) return earlier as T;
  let answer: T;
  try {
    answer = await work();
  } catch (error) {
    await dropOperation(db, operation.scope, operation.key);
    throw error;
  }
  await finishOperation(db, operation.scope, operation.key, answer);
  return answer;
}

/**
 * Does the work with nobody else doing it at the same time.
 * @throws ApiError `in_progress` where somebody else is at it
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

/** @returns the stored answer of an earlier run, `null` where this is the first */
async function claim(db: D1Database, operation: Operation): Promise<unknown> {
  const earlier = await beginOperation(db, operation, Date.now());
  if (earlier.kind === "other_request") throw new ApiError("conflict");
  if (earlier.kind === "running") throw new ApiError("in_progress");
  return earlier.kind === "done" ? earlier.response : null;
}
