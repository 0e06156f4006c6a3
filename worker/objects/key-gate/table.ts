import type { SavedCounts, SavedGate } from "./engine.ts";

/** The gate's storage: two values, which exist once there is something to store. */
export class GateTable {
  #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  read(): SavedGate {
    const key = this.#storage.kv.get<Omit<SavedGate, "counts">>("key");
    const counts = this.#storage.kv.get<SavedCounts>("counts") ?? null;
    return { ...(key ?? { policy: null, project_version: 0, revoked_at: null }), counts };
  }

  /** The answer waits until this is on disk, so that a revocation is never lost. */
  writeKey(key: Omit<SavedGate, "counts">): void {
    this.#storage.kv.put("key", key);
  }

  /** No answer waits for this to be on disk. */
  writeCounts(counts: SavedCounts): void {
    void this.#storage.put("counts", counts, { allowUnconfirmed: true });
  }
}
