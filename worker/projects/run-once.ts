import { seal, unseal } from "../crypto/seal.ts";
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
 * Does the work once per key: a repeat gets the first answer. The answer is stored encrypted, since it may hold what is
 * shown only once.
 * @param secrets the service's key secrets, newest first
 * @throws ApiError `conflict` where the key came with another request, `in_progress` while the first is being done
 */
export async function runOnce<T extends object>(
  db: D1Database,
  secrets: readonly string[],
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
  const sealed = await seal(secrets[0] ?? "", JSON.stringify(answer));
  await finishOperation(db, operation.scope, operation.key, { sealed });
  return answer;
}

/** @throws ApiError `conflict` where the secret that it was sealed with is gone */
async function openAnswer<T>(secrets: readonly string[], stored: unknown): Promise<T> {
  const { sealed } = stored as { sealed?: string };
  // Answers of the time before they were sealed.
  if (sealed === undefined) return stored as T;
  const text = await unseal(secrets, sealed);
  if (text === null) throw new ApiError("conflict");
  return JSON.parse(text);
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
