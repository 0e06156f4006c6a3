import type { KeyGateRpc } from "./rpc.ts";

/** A gate as it is called from outside: every answer is a copy that comes later. */
export type GateStub = {
  [Method in keyof KeyGateRpc]: (
    ...args: Parameters<KeyGateRpc[Method]>
  ) => Promise<Awaited<ReturnType<KeyGateRpc[Method]>>>;
};

export interface GateBindings {
  KEY_GATE: { getByName(name: string): unknown };
}

const gateStub = ({ KEY_GATE }: GateBindings, key_hash: string) => KEY_GATE.getByName(key_hash) as GateStub;

/**
 * Calls a key's gate. A call that broke on the way, as when a new version is deployed, is made once more with a new stub:
 * the worst of it is a request counted twice, never one admitted twice. An overloaded object is left alone.
 */
export async function callGate<T>(
  gates: GateBindings,
  key_hash: string,
  call: (gate: GateStub) => Promise<T>,
): Promise<T> {
  try {
    return await call(gateStub(gates, key_hash));
  } catch (error) {
    const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean };
    if (!retryable || overloaded) throw error;
    return call(gateStub(gates, key_hash));
  }
}

/**
 * The one way a key dies: its gate first, which after this answers no request with it; D1, read by a gate that was
 * never loaded, after that and by the caller. The tombstone beats a load that read D1 before it.
 */
export const revokeAtGate = (gates: GateBindings, key_hash: string, at: number): Promise<void> =>
  callGate(gates, key_hash, (gate) => gate.revoke(at));
