import { type GateBindings, revokeAtGate } from "../objects/key-gate/client.ts";
import { type ApiKey, revokeKeys } from "../storage/keys.ts";

/** Gates that are called at once. */
const GATES_AT_ONCE = 50;

type LiveKey = Pick<ApiKey, "id" | "key_hash">;

/**
 * After it has returned, no request passes with any of the keys.
 * @param live some of those that are not revoked yet, at most so many; none where all are
 */
export async function revokeEach(
  bindings: GateBindings & { DB: D1Database },
  live: (most: number) => Promise<LiveKey[]>,
): Promise<void> {
  for (;;) {
    const keys = await live(GATES_AT_ONCE);
    if (keys.length === 0) return;
    const now = Date.now();
    await Promise.all(keys.map(({ key_hash }) => revokeAtGate(bindings, key_hash, now)));
    const ids = keys.map(({ id }) => id);
    await revokeKeys(bindings.DB, ids, now).run();
  }
}
