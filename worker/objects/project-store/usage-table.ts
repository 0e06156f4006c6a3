import type { UsageNumbers } from "../../../shared/events.ts";
import { THESE } from "../table-rows.ts";
import type { UsageRow, UsageTotals } from "./after-call-rpc.ts";
import type { EventBatch, UsageEvent } from "./rpc.ts";

const sum = (name: keyof UsageTotals) => `sum(coalesce(usage_json ->> '$.${name}', 0)) AS ${name}`;
const SUMS = (["input_tokens", "output_tokens", "total_tokens", "seconds"] as const).map(sum).join(", ");

/** What vendors said that sessions used, as their pages told, by the vendors' ids. */
export class UsageTable {
  readonly #storage: DurableObjectStorage;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  /** An earlier report of the same id stays. */
  add({ session_id, org_id, at }: Omit<EventBatch, "events">, events: readonly UsageEvent[]): void {
    for (const { type: _type, at: _at, id, ...usage } of events)
      this.#sql.exec(
        "INSERT INTO usage (session_id, id, org_id, usage_json, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        ...[session_id, id, org_id, JSON.stringify(usage), at],
      );
  }

  /** In the order of the reports. */
  ofSession(session_id: string, limit: number): UsageRow[] {
    return this.#sql
      .exec<{ id: string; usage_json: string; at: number }>(
        "SELECT id, usage_json, at FROM usage WHERE session_id = ? ORDER BY at, id LIMIT ?",
        ...[session_id, limit],
      )
      .toArray()
      .map(({ id, usage_json, at }) => ({ id, at, ...(JSON.parse(usage_json) as UsageNumbers) }));
  }

  /** Sessions without any are left out. */
  totals(session_ids: readonly string[]): Map<string, UsageTotals> {
    const rows = this.#sql.exec<UsageTotals & { session_id: string } & Record<string, SqlStorageValue>>(
      `SELECT session_id, ${SUMS} FROM usage WHERE session_id IN (${THESE}) GROUP BY session_id`,
      JSON.stringify(session_ids),
    );
    return new Map(Array.from(rows, ({ session_id, ...totals }) => [session_id, totals]));
  }

  forgetSessions(session_ids: readonly string[]): void {
    this.#sql.exec(`DELETE FROM usage WHERE session_id IN (${THESE})`, JSON.stringify(session_ids));
  }
}
