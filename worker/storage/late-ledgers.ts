/**
 * Organizations whose ledgers keep reports that a store of theirs did not take. Only the ledger knows them: a note says no more than to
 * ask it, and may still be there when all has been taken.
 */
export interface LateNote {
  id: number;
  /** Unix milliseconds. */
  late_at: number;
}

export async function noteLate(db: D1Database, org_id: number, now: number): Promise<void> {
  await db.prepare("UPDATE organizations SET late_at = ?2 WHERE id = ?1").bind(org_id, now).run();
}

/** Those that have waited the longest first. */
export async function lateNotes(db: D1Database, limit: number): Promise<LateNote[]> {
  const { results } = await db
    .prepare(
      "SELECT id, late_at FROM organizations WHERE late_at IS NOT NULL AND deleted_at IS NULL ORDER BY late_at LIMIT ?1",
    )
    .bind(limit)
    .all<LateNote>();
  return results;
}

/** Their ledgers have said that nothing waits any more. A note that has come since stays. */
export async function forgetLate(db: D1Database, notes: readonly LateNote[]): Promise<void> {
  if (notes.length === 0) return;
  const sql = "UPDATE organizations SET late_at = NULL WHERE id = ?1 AND late_at = ?2";
  await db.batch(notes.map(({ id, late_at }) => db.prepare(sql).bind(id, late_at)));
}
