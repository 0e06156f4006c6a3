import type { Operator, OperatorFields, Role } from "../../shared/operators.ts";
import type { Page, PageRequest } from "./page.ts";
import { type ChangeOf, plain, Table } from "./table.ts";

const OPERATORS = new Table("operators", {
  id: plain<number>(),
  name: plain<string>(),
  email: plain<string | null>(null),
  role: plain<Role>(),
  created_at: plain<number>(),
});
const COLUMNS = OPERATORS.list();

export const findOperator = (db: D1Database, id: number): Promise<Operator | null> => OPERATORS.one(db, "id = ?1", id);

export const findOperatorByToken = (db: D1Database, token_hash: string): Promise<Operator | null> =>
  OPERATORS.one(db, "token_hash = ?1", token_hash);

/** @param email in lower case */
export const findOperatorByEmail = (db: D1Database, email: string): Promise<Operator | null> =>
  OPERATORS.one(db, "email = ?1", email);

export const listOperators = (db: D1Database, page: PageRequest): Promise<Page<Operator>> =>
  OPERATORS.page(db, page, "true");

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

export const operatorDifference = OPERATORS.difference;

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
