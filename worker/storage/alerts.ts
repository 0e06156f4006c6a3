/** A problem that lasts and that operators were told of. Times are unix milliseconds. */
export interface Alert {
  kind: string;
  detail: string;
  raised_at: number;
}

export const listAlerts = async (db: D1Database): Promise<Alert[]> =>
  (await db.prepare("SELECT kind, detail, raised_at FROM alerts ORDER BY raised_at").all<Alert>()).results;

export async function raiseAlert(db: D1Database, { kind, detail, raised_at }: Alert): Promise<void> {
  await db
    .prepare("INSERT INTO alerts (kind, detail, raised_at) VALUES (?1, ?2, ?3) ON CONFLICT (kind) DO NOTHING")
    .bind(kind, detail, raised_at)
    .run();
}

export async function endAlert(db: D1Database, kind: string): Promise<void> {
  await db.prepare("DELETE FROM alerts WHERE kind = ?1").bind(kind).run();
}
