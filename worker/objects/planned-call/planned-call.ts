import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../../env.ts";
import type { PlannedCallRpc } from "./rpc.ts";

interface Plan {
  plan: string;
  token_hash: string;
  expires_at: number;
  /** The attempt that has it. */
  taken_by?: string;
}

const KEY = "plan";

/** Holds what the vendor needs for one call, so that no page gets it. Deletes it when it is dropped or expires. */
export class PlannedCall extends DurableObject<Bindings> implements PlannedCallRpc {
  async prepare(plan: string, token_hash: string, expires_at: number): Promise<void> {
    this.ctx.storage.kv.put<Plan>(KEY, { plan, token_hash, expires_at });
    await this.ctx.storage.setAlarm(expires_at * 1_000 + 1_000);
  }

  /** A Worker of the release before names no attempt. */
  take(token_hash: string, attempt: string = crypto.randomUUID()): string | null {
    const entry = this.ctx.storage.kv.get<Plan>(KEY);
    if (entry?.token_hash !== token_hash || entry.expires_at * 1_000 <= Date.now()) return null;
    const { taken_by = attempt } = entry;
    if (taken_by !== attempt) return null;
    // Nothing is awaited before this, so only one of two simultaneous offers gets the call.
    this.ctx.storage.kv.put<Plan>(KEY, { ...entry, taken_by });
    return entry.plan;
  }

  drop(): void {
    this.ctx.storage.kv.delete(KEY);
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
