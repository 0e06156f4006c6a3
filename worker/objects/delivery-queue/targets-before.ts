import type { Target } from "./rpc.ts";

/** In place of an organization's id, for a project that none paid for. */
export const NONE = 0;

/** Organizations that the project has left, whose deliveries go on to the addresses that they had. */
export class TargetsBefore {
  readonly #sql: SqlStorage;
  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The project leaves the target's organization: deliveries that are here stay that organization's, and go to this target. */
  leave(target: Target): void {
    const org_id = target.org_id ?? NONE;
    this.#sql.exec("UPDATE delivery SET org_id = ? WHERE org_id IS NULL", org_id);
    this.#sql.exec("INSERT OR REPLACE INTO target_before VALUES (?, ?)", ...[org_id, JSON.stringify(target)]);
  }

  /** The project is this organization's again. */
  comeBack(org_id: number | null | undefined): void {
    this.#sql.exec("UPDATE delivery SET org_id = NULL WHERE org_id = ?", org_id ?? NONE);
    this.#sql.exec("DELETE FROM target_before WHERE org_id = ?", org_id ?? NONE);
  }

  /** Where deliveries of an organization go that the project has left. */
  targetOf(org_id: number | null): Target | null {
    const [row] = this.#sql.exec("SELECT target_json FROM target_before WHERE org_id = ?", org_id ?? NONE).toArray();
    return row ? JSON.parse(String(row.target_json)) : null;
  }

  /** The organization of a delivery, of those that the project has left; it may have left it a moment ago. */
  leftBy(seq: number): number | null {
    const [row] = this.#sql.exec("SELECT org_id FROM delivery WHERE seq = ?", seq).toArray();
    return (row?.org_id ?? null) as number | null;
  }
}
