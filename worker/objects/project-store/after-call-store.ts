import type { AfterCallRpc, RatedAsked, RatedPage, SessionTotals, UsageRow } from "./after-call-rpc.ts";
import { ContactStore } from "./contact-store.ts";
import { NO_USAGE } from "./engine.ts";
import { RatingsTable } from "./ratings-table.ts";
import { UsageTable } from "./usage-table.ts";

/** What a project's store does with what its calls came to. */
export abstract class AfterCallStore<Env> extends ContactStore<Env> implements AfterCallRpc {
  protected readonly usage = new UsageTable(this.ctx.storage);
  protected readonly ratings = new RatingsTable(this.ctx.storage);

  async usageOf(project_id: number, session_id: string, limit: number): Promise<UsageRow[]> {
    return (await this.open(project_id)) === null ? [] : this.usage.ofSession(session_id, limit);
  }

  async totals(project_id: number, session_ids: readonly string[]): Promise<SessionTotals[]> {
    if ((await this.open(project_id)) === null) return [];
    const [usage, ratings] = [this.usage.totals(session_ids), this.ratings.of(session_ids)];
    return session_ids.map((id) => ({
      session_id: id,
      usage: usage.get(id) ?? NO_USAGE,
      rating: ratings.get(id) ?? null,
    }));
  }

  async rated(project_id: number, asked: RatedAsked, limit: number): Promise<RatedPage> {
    const there = (await this.open(project_id)) !== null;
    return there ? this.ratings.page(asked, limit) : { rated: [], next: null };
  }
}
