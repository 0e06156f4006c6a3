import { denialCache } from "../auth/denial-cache.ts";
import { callGate, type GateBindings } from "../objects/key-gate/client.ts";

/**
 * The only way to revoke a key: first at its gate, which admits no request from then on; the caller then writes D1. The
 * gate's tombstone beats a load that read D1 before the revocation. This isolate may remember that the key has used up its
 * limits: it says from now on that the key is dead.
 */
export async function revokeAtGate(gates: GateBindings, key_hash: string, at: number): Promise<void> {
  await callGate(gates, key_hash, (gate) => gate.revoke(at));
  denialCache.note(key_hash, null, { kind: "refused", dead: true, policy: null }, Date.now());
}
