import type { PersonCounts } from "../objects/project-desk/rpc.ts";

export const addPersonCounts = (db: D1Database, session_id: string, counts: PersonCounts): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO session_persons (session_id, asked, answered, missed, waited_seconds, seconds, joined_names)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, iif(?7 IS NULL, NULL, json_array(?7)))
       ON CONFLICT (session_id) DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered,
         missed = missed + excluded.missed, waited_seconds = COALESCE(waited_seconds, excluded.waited_seconds),
         seconds = seconds + excluded.seconds,
         joined_names = iif(?7 IS NULL, joined_names, json_insert(COALESCE(joined_names, '[]'), '$[#]', ?7))`,
    )
    .bind(
      ...[session_id, counts.asked ?? 0, counts.answered ?? 0, counts.missed ?? 0],
      ...[counts.waited_seconds ?? null, counts.seconds ?? 0, counts.name ?? null],
    );
