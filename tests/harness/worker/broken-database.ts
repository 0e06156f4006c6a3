import { env } from "cloudflare:workers";

/** D1 that refuses statements with this text. */
export function withoutStatement(text: string): D1Database {
  const db = Object.create(env.DB) as D1Database;
  db.batch = env.DB.batch.bind(env.DB);
  db.prepare = (sql) => {
    if (sql.includes(text)) throw new Error("D1_ERROR: the database went away");
    return env.DB.prepare(sql);
  };
  return db;
}
