import { env } from "cloudflare:workers";

/** D1 where statements with this text are others. */
function withStatement(text: string, other: () => D1PreparedStatement): D1Database {
  const db = Object.create(env.DB) as D1Database;
  db.batch = env.DB.batch.bind(env.DB);
  db.prepare = (sql) => (sql.includes(text) ? other() : env.DB.prepare(sql));
  return db;
}

/** D1 that refuses statements with this text. */
export const withoutStatement = (text: string): D1Database =>
  withStatement(text, () => {
    throw new Error("D1_ERROR: the database went away");
  });

const silent = () => new Promise<never>(() => {});

/** D1 that takes statements with this text and never answers. */
export const silentDatabase = (text: string): D1Database =>
  withStatement(text, () => {
    const statement = { bind: () => statement, first: silent, all: silent, run: silent, raw: silent };
    return statement as unknown as D1PreparedStatement;
  });
