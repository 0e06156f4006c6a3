import type { Operator, OperatorFields, Role } from "../../shared/operators.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";
import { type ChangeOf, plain, Table } from "./table.ts";

const OPERATORS = new Table("operators", {
  id: plain<number>(),
  name: plain<string>(),
  email: plain<string | null>(null),
  role: plain<Role>(),
  created_at: plain<number>(),
});
const COLUMNS = OPERATORS.list();

export const findOperator = (db: D1Database, id: number): Promise<Operator | null> =>
  db.prepare(`SELECT ${COLUMNS} FROM operators WHERE id = ?1`).bind(id).first<Operator>();

export const findOperatorByToken = (db: D1Database, token_hash: string): Promise<Operator | null> =>
  db.prepare(`SELECT ${COLUMNS} FROM operators WHERE token_hash = ?1`).bind(token_hash).first<Operator>();

/** @param email in lower case */
export const findOperatorByEmail = (db: D1Database, email: string): Promise<Operator | null> =>
  db.prepare(`SELECT ${COLUMNS} FROM operators WHERE email = ?1`).bind(email).first<Operator>();

export async function listOperators(db: D1Database, page: PageRequest): Promise<Page<Operator>> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM operators WHERE id > ?1 ORDER BY id LIMIT ?2`)
    .bind(page.after, page.limit + 1)
    .all<Operator>();
  return pageOf(results, page);
}

/** Creates none if another operator has the address. */
export const insertOperator = (
  db: D1Database,
  operator: OperatorFields,
  token_hash: string,
  now: number,
): D1PreparedStatement =>
  OPERATORS.insert(
    db,
    { ...operator, created_at: now },
    { token_hash },
    { tail: "ON CONFLICT (email) DO NOTHING", returning: COLUMNS },
  );

/** Changes nothing if another operator has the address. */
export const updateOperator = (db: D1Database, id: number, change: ChangeOf<typeof OPERATORS>): D1PreparedStatement => {
  const free = "NOT EXISTS (SELECT 1 FROM operators AS other WHERE other.email = ? AND other.id <> operators.id)";
  return OPERATORS.update(db, id, change, {}, { sql: free, values: [change.email ?? null] }, COLUMNS);
};

export const writeOperatorToken = (db: D1Database, id: number, token_hash: string): D1PreparedStatement =>
  db.prepare("UPDATE operators SET token_hash = ?2 WHERE id = ?1").bind(id, token_hash);

/** Its sign-ins are deleted with it. */
export const deleteOperator = (db: D1Database, id: number): D1PreparedStatement =>
  db.prepare("DELETE FROM operators WHERE id = ?1").bind(id);
