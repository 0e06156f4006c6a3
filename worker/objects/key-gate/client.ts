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
