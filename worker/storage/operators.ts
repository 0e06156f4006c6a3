import type { Operator, OperatorFields } from "../../shared/operators.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";

const COLUMNS = "id, name, email, role, created_at";

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
  { name, email, role }: OperatorFields,
  token_hash: string,
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO operators (name, email, role, token_hash, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT (email) DO NOTHING RETURNING ${COLUMNS}`,
    )
    .bind(name, email ?? null, role, token_hash, now);

/** What is left out stays as it is: it may have been changed meanwhile. Changes nothing if another operator has the address. */
export const updateOperator = (
  db: D1Database,
  id: number,
  { name, email, role }: { [Name in keyof OperatorFields]?: OperatorFields[Name] | undefined },
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE OR IGNORE operators SET name = coalesce(?2, name), role = coalesce(?3, role),
         email = CASE WHEN ?4 THEN ?5 ELSE email END
       WHERE id = ?1 RETURNING ${COLUMNS}`,
    )
    .bind(id, name ?? null, role ?? null, email === undefined ? 0 : 1, email ?? null);

export const writeOperatorToken = (db: D1Database, id: number, token_hash: string): D1PreparedStatement =>
  db.prepare("UPDATE operators SET token_hash = ?2 WHERE id = ?1").bind(id, token_hash);

/** Its sign-ins are deleted with it. */
export const deleteOperator = (db: D1Database, id: number): D1PreparedStatement =>
  db.prepare("DELETE FROM operators WHERE id = ?1").bind(id);
