import type { KeyPolicy } from "../../../shared/keys.ts";
import { callObject, type ObjectStub } from "../call-object.ts";
import { denialCache } from "./denial-cache.ts";
import type { KeyGateRpc } from "./rpc.ts";

export type GateStub = ObjectStub<KeyGateRpc>;

export interface GateBindings {
  KEY_GATE: { getByName(name: string): unknown };
}

/** Calls a key's gate. A repeated call at worst counts a request twice; it never admits two. */
export const callGate = <T>(
  { KEY_GATE }: GateBindings,
  key_hash: string,
  call: (gate: GateStub) => Promise<T>,
): Promise<T> => callObject(() => KEY_GATE.getByName(key_hash) as GateStub, call);

/**
 * Revokes a key, for `projects/revoke-keys.ts`: first at its gate, which admits no request from then on; the caller then writes D1. The
 * gate's revocation wins over a load that read D1 before. This isolate may have cached a 429 of the key, so its cache
 * is told that the key is dead.
 */
export async function revokeAtGate(gates: GateBindings, key_hash: string, at: number): Promise<KeyPolicy | null> {
  const policy = await callGate(gates, key_hash, (gate) => gate.revoke(at));
  denialCache.note(key_hash, null, { kind: "refused", dead: true, policy: null }, Date.now());
  return policy;
}
