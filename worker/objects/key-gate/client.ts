import { callObject, type ObjectStub } from "../call-object.ts";
import type { KeyGateRpc } from "./rpc.ts";

export type GateStub = ObjectStub<KeyGateRpc>;

export interface GateBindings {
  KEY_GATE: { getByName(name: string): unknown };
}

/** Calls a key's gate. Where a call is made twice, the worst is a request counted twice, never one admitted twice. */
export const callGate = <T>(
  { KEY_GATE }: GateBindings,
  key_hash: string,
  call: (gate: GateStub) => Promise<T>,
): Promise<T> => callObject(() => KEY_GATE.getByName(key_hash) as GateStub, call);

/**
 * The one way a key dies: its gate first, which after this answers no request with it; D1, read by a gate that was
 * never loaded, after that and by the caller. The tombstone beats a load that read D1 before it.
 */
export const revokeAtGate = (gates: GateBindings, key_hash: string, at: number): Promise<void> =>
  callGate(gates, key_hash, (gate) => gate.revoke(at));
