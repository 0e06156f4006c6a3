/** Stores a session's newest rating. */
export const keepRating = (db: D1Database, session_id: string, rating: number, at: number): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO session_ratings (session_id, rating, at) VALUES (?1, ?2, ?3)
       ON CONFLICT (session_id) DO UPDATE SET rating = excluded.rating, at = excluded.at`,
    )
    .bind(session_id, rating, at);
