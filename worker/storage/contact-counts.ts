import { MAX_DAY_CONTACTS, MAX_VISITOR_CONTACTS } from "../../shared/limits.ts";

/** Bounds of contacts without a session. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const startOf = (now: number, length: number): number => now - (now % length);

/** Whose contact is counted; `visitor` is `null` where visitors are not limited. */
export interface ContactSender {
  project_id: number;
  visitor: string | null;
}

const count = (db: D1Database, condition: string) =>
  db.prepare(
    `INSERT INTO contact_counts (project_id, visitor, since, count) SELECT ?1, ?2, ?3, 1 WHERE ${condition}
     ON CONFLICT (project_id, visitor, since) DO UPDATE SET count = count + 1 WHERE count < ?4`,
  );

/**
 * Counts one contact for the visitor's hour and the project's day: both, or none where one of them is full. A statement
 * that follows in the same batch can ask `changes() > 0`.
 */
export function countContact(db: D1Database, sender: ContactSender, now: number): D1PreparedStatement[] {
  const { project_id, visitor } = sender;
  const day = startOf(now, DAY);
  const room = `COALESCE((SELECT count FROM contact_counts WHERE project_id = ?1 AND visitor = '' AND since = ?5), 0) < ?6`;
  const ofDay = (condition: string) => count(db, condition).bind(project_id, "", day, MAX_DAY_CONTACTS);
  if (visitor === null) return [ofDay("true")];
  const ofHour = [project_id, visitor, startOf(now, HOUR), MAX_VISITOR_CONTACTS, day, MAX_DAY_CONTACTS];
  return [count(db, room).bind(...ofHour), ofDay("changes() > 0")];
}

/** Whether the project's day is full. */
export async function isDayFull(db: D1Database, project_id: number, now: number): Promise<boolean> {
  const counted = await db
    .prepare("SELECT count FROM contact_counts WHERE project_id = ?1 AND visitor = '' AND since = ?2")
    .bind(project_id, startOf(now, DAY))
    .first<number>("count");
  return (counted ?? 0) >= MAX_DAY_CONTACTS;
}

/** Seconds until the window is over. */
export const secondsLeft = (now: number, full: "hour" | "day"): number => {
  const length = full === "day" ? DAY : HOUR;
  return Math.ceil((startOf(now, length) + length - now) / 1000);
};
