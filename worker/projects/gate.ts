import type { KeyGateRpc } from "../objects/key-gate/contract.ts";

/** A gate as it is called from outside: every answer is a copy that comes later. */
export type GateStub = {
  [Call in keyof KeyGateRpc]: (...args: Parameters<KeyGateRpc[Call]>) => Promise<Awaited<ReturnType<KeyGateRpc[Call]>>>;
};

export interface Gates {
  KEY_GATE: { getByName(name: string): unknown };
}

const gateOf = ({ KEY_GATE }: Gates, key_hash: string) => KEY_GATE.getByName(key_hash) as GateStub;

/**
 * Asks a key's gate. A call that broke on the way, as when a new version is deployed, is made once more with a new stub:
 * the worst of it is a request counted twice, never one admitted twice. An overloaded object is left alone.
 */
export async function onGate<T>(gates: Gates, key_hash: string, ask: (gate: GateStub) => Promise<T>): Promise<T> {
  try {
    return await ask(gateOf(gates, key_hash));
  } catch (error) {
    const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean };
    if (!retryable || overloaded) throw error;
    return ask(gateOf(gates, key_hash));
  }
}

/**
 * The one way a key dies: its gate first, which after this answers no request with it; D1, read by a gate that was
 * never loaded, after that and by the caller. The tombstone beats a load that read D1 before it.
 */
export const killAtGate = (gates: Gates, key_hash: string, at: number): Promise<void> =>
  onGate(gates, key_hash, (gate) => gate.revoke(at));
