import type { KeyPolicy } from "../../shared/keys.ts";
import { logError } from "../log-error.ts";
import { type GateBindings, revokeAtGate } from "../objects/key-gate/client.ts";
import { callLedger, type LedgerBindings } from "../objects/org-ledger/client.ts";
import { type ApiKey, revokeKeys } from "../storage/keys.ts";
import { findProject } from "../storage/projects.ts";

/** Gates that are called at once. */
const GATES_AT_ONCE = 50;

export type KeyBindings = GateBindings & LedgerBindings & { DB: D1Database };

type LiveKey = Pick<ApiKey, "id" | "key_hash">;

/**
 * The only way to revoke a key; the caller then writes D1. After it has returned, no request passes with the key, and no token
 * opens a call of a session that it started: one in which nobody has talked yet is over, and its line free.
 */
export async function killKey(
  bindings: KeyBindings,
  { key_hash }: Pick<ApiKey, "key_hash">,
  at: number,
): Promise<void> {
  const policy = await revokeAtGate(bindings, key_hash, at);
  if (policy) await endUnbegun(bindings, policy);
}

/** What a key started that passes no request any more, and nobody has talked in: their tokens open nothing. */
export async function endUnbegun(
  bindings: LedgerBindings & { DB: D1Database },
  { key_id, project_id, org_id }: KeyPolicy,
): Promise<void> {
  try {
    // A gate knows whose the project was when it first met the key.
    const project = await findProject(bindings.DB, project_id, null);
    const payers = new Set([org_id, project?.org_id ?? null]);
    for (const payer of payers)
      if (payer !== null) await callLedger(bindings, payer, (ledger) => ledger.releaseOfKey(key_id));
  } catch (error) {
    // The gate refuses already: what cannot be ended now ends by itself.
    logError("release_failed", error, { key_id });
  }
}

/**
 * After it has returned, no request passes with any of the keys.
 * @param live some of those that are not revoked yet, at most so many; none where all are
 */
export async function revokeEach(bindings: KeyBindings, live: (most: number) => Promise<LiveKey[]>): Promise<void> {
  for (;;) {
    const keys = await live(GATES_AT_ONCE);
    if (keys.length === 0) return;
    const now = Date.now();
    await Promise.all(keys.map((key) => killKey(bindings, key, now)));
    const ids = keys.map(({ id }) => id);
    await revokeKeys(bindings.DB, ids, now).run();
  }
}
