/** The state of an earlier request with the same `Idempotency-Key`. */
export type EarlierOperation =
  /** There was none: do the work, then call `finishOperation` or `dropOperation`, with the time of the claim. */
  | { kind: "none"; claimed_at: number }
  | { kind: "done"; response: unknown }
  /** The key was used for another request. */
  | { kind: "other_request" }
  | { kind: "running" };

/** An operation that has not ended after this time is considered dead. */
const ABANDONED_MS = 60_000;

interface Row {
  request_hash: string;
  response_json: string | null;
}

/** Claims the key within its scope, e.g. `operator POST /admin/v1/projects`; one caller of many gets `none`. */
export async function beginOperation(
  db: D1Database,
  operation: { scope: string; key: string; request_hash: string },
  now: number,
): Promise<EarlierOperation> {
  const { scope, key, request_hash } = operation;
  const claimed = await db
    .prepare(
      `INSERT INTO idempotency (scope, key, request_hash, at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (scope, key) DO UPDATE SET at = ?4
       WHERE response_json IS NULL AND request_hash = ?3 AND at < ?5 RETURNING key`,
    )
    .bind(scope, key, request_hash, now, now - ABANDONED_MS)
    .first();
  if (claimed) return { kind: "none", claimed_at: now };
  const row = await db
    .prepare("SELECT request_hash, response_json FROM idempotency WHERE scope = ?1 AND key = ?2")
    .bind(scope, key)
    .first<Row>();
  if (row && row.request_hash !== request_hash) return { kind: "other_request" };
  return row?.response_json ? { kind: "done", response: JSON.parse(row.response_json) } : { kind: "running" };
}

/** What claimed an operation: who was taken for dead meanwhile has it no more. */
export interface Claim {
  scope: string;
  key: string;
  claimed_at: number;
}

/** Stores the answer for repeats. It must not hold a readable secret. */
export async function finishOperation(db: D1Database, claim: Claim, response: unknown): Promise<void> {
  await db
    .prepare("UPDATE idempotency SET response_json = ?4 WHERE scope = ?1 AND key = ?2 AND at = ?3")
    .bind(claim.scope, claim.key, claim.claimed_at, JSON.stringify(response))
    .run();
}

/** The operation failed and changed nothing: the same key may try again. */
export async function dropOperation(db: D1Database, claim: Claim): Promise<void> {
  await db
    .prepare("DELETE FROM idempotency WHERE scope = ?1 AND key = ?2 AND at = ?3 AND response_json IS NULL")
    .bind(claim.scope, claim.key, claim.claimed_at)
    .run();
}
