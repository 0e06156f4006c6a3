import type { KeyGateRpc } from "../objects/key-gate/contract.ts";

/**
 * The one way a key dies: its gate first, which after this answers no request with it; D1, read by a gate that was
 * never loaded, after that and by the caller. The tombstone beats a load that read D1 before it.
 */
export async function killAtGate(
  gates: { getByName(name: string): Pick<KeyGateRpc, "revoke"> },
  key_hash: string,
  at: number,
): Promise<void> {
  await gates.getByName(key_hash).revoke(at);
}
