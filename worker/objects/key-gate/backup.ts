import type { GateArchive } from "./rpc.ts";

/**
 * The gate after an archive's gate was restored: a key that is known here stays as it is, and a revocation in either
 * one holds.
 */
export function mergeGate(present: GateArchive, archived: GateArchive): GateArchive {
  const base = present.policy === null ? archived : present;
  return { ...base, revoked_at: present.revoked_at ?? archived.revoked_at };
}
