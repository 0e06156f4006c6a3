import type { GateArchive } from "./rpc.ts";

/**
 * A gate as it is after an archive's was put back: a key that is known here stays as it is, and a revocation that either
 * knows holds.
 */
export function mergeGate(present: GateArchive, archived: GateArchive): GateArchive {
  const base = present.policy === null ? archived : present;
  return { ...base, revoked_at: present.revoked_at ?? archived.revoked_at };
}
