/** Failures of the service by kind. Times are unix milliseconds. */
export interface ServiceError {
  kind: string;
  count: number;
  last_at: number;
  detail: string | null;
}

const MOST_KINDS = 100;
const MAX_DETAIL = 300;

export async function addErrors(
  db: D1Database,
  kind: string,
  count: number,
  detail: string | null,
  now: number,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO service_errors (kind, count, last_at, detail) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (kind) DO UPDATE SET count = count + excluded.count, last_at = excluded.last_at, detail = excluded.detail`,
    )
    .bind(kind, count, now, detail?.slice(0, MAX_DETAIL) ?? null)
    .run();
}

/** The newest first. */
export const listErrors = async (db: D1Database): Promise<ServiceError[]> =>
  (
    await db
      .prepare("SELECT kind, count, last_at, detail FROM service_errors ORDER BY last_at DESC LIMIT ?1")
      .bind(MOST_KINDS)
      .all<ServiceError>()
  ).results;
