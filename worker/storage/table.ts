import { type Difference, difference } from "./audit-values.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";

type Value = string | number | null;

/** A row as D1 answers it. A database of an earlier version may lack columns. */
export type Row = Record<string, Value | undefined>;

/** SQL with the values of its question marks, such as `version + 1`. */
interface Expression {
  sql: string;
  values: Value[];
}

/** By name. Names are the code's own, never a request's. A column that is `undefined` stays as it is. */
type Columns = Record<string, Value | Expression | undefined>;

/** How a field is kept. */
export interface Column<Field> {
  /** The column's name, or what follows the field's in it. */
  name?: string;
  ending: "" | "_json";
  read(stored: Value): Field;
  write(field: Field): Value;
}
/** A field that may be left out, with its value for `null` or nothing. */
export type Optional<Field> = Column<Field> & { initial: Field };

const column = <Field>(
  ending: Column<Field>["ending"],
  read: (stored: Value) => Field,
  write: (field: Field) => Value,
  initial: Field[],
) => ({ ending, read, write, ...(initial.length > 0 && { initial: initial[0] }) });

/** As it is. */
export function plain<Field extends Value>(): Column<Field>;
export function plain<Field extends Value>(initial: Field): Optional<Field>;
export function plain<Field extends Value>(...initial: Field[]) {
  return column<Field>(
    "",
    (stored) => stored as Field,
    (field) => field,
    initial,
  );
}

/** As JSON; `null` as NULL. */
export function json<Field>(): Column<Field>;
export function json<Field>(initial: Field): Optional<Field>;
export function json<Field>(...initial: Field[]) {
  const read = (stored: Value) => JSON.parse(stored as string) as Field;
  return column<Field>("_json", read, (field) => (field === null ? null : JSON.stringify(field)), initial);
}

/** As 0 or 1. */
export const flag = (initial: boolean) =>
  column<boolean>("", (stored) => stored === 1, Number, [initial]) as Optional<boolean>;

/** Under another name than its field's. */
export const named = <C extends Column<unknown>>(name: string, kept: C): C => ({ ...kept, name });

// biome-ignore lint/suspicious/noExplicitAny: a list of columns of any kind
type List = Record<string, Column<any>>;
type Fields<C extends List> = { [Name in keyof C]: C[Name] extends Column<infer Field> ? Field : never };
type Needless<C extends List> = { [Name in keyof C]: "initial" extends keyof C[Name] ? Name : never }[keyof C];

type Change<C extends List> = {
  [Name in keyof C]?: Fields<C>[Name] | (Name extends Needless<C> ? null : never) | undefined;
};
type New<C extends List> = Change<C> & Omit<Fields<C>, Needless<C> | "id">;

/** A row of a table, as the code knows it. */
export type RowOf<T> = T extends Table<infer C> ? Fields<C> : never;
/** The fields to change. `null` sets the field's empty value; a field that is left out stays as it is. */
export type ChangeOf<T> = T extends Table<infer C> ? Change<C> : never;

/** No change sets these, whatever it has. */
const FIXED = ["id", "project_id", "created_at"];

export const EVERY: Expression = { sql: "true", values: [] };

/** Rows of what an operator deleted stay for what names them. */
export const NOT_DELETED: Expression = { sql: "deleted_at IS NULL", values: [] };

/** The version that a row had when it was read. */
export const ofVersion = (version: number): Expression => ({
  sql: "version = ? AND deleted_at IS NULL",
  values: [version],
});

/** It never comes back, also where a database is made anew. */
export const newVersion = (now: number) => ({ version: { sql: "max(version + 1, ?)", values: [now] } });

export const plusOne = (column: string): Expression => ({ sql: `${column} + 1`, values: [] });

const expressionOf = (value: Value | Expression): Expression =>
  typeof value === "object" && value !== null ? value : { sql: "?", values: [value] };

const ALL: Expression = { sql: "WHERE true", values: [] };

/** Whose project is of the organization `?2`; of any where that is `null`. */
export const OF_SCOPE = "(?2 IS NULL OR project_id IN (SELECT id FROM projects WHERE org_id = ?2))";

/** The one list of a table's columns: what is read, made and changed comes from it. */
export class Table<C extends List> {
  readonly #name: string;
  readonly #columns: [name: keyof C & string, stored: string, column: C[string] & Partial<Optional<unknown>>][];

  readonly #select: string;

  /** @param select what its rows are read with, where that is not just its columns */
  constructor(name: string, columns: C, select = "*") {
    this.#name = name;
    this.#select = select;
    this.#columns = Object.entries(columns).map(([field, column]) => [
      field,
      column.name ?? field + column.ending,
      column as C[string],
    ]);
  }

  /** For `SELECT`. @param instead SQL that stands for a column */
  list(instead: Record<string, string> = {}): string {
    const sql = (stored: string) => (instead[stored] ? `${instead[stored]} AS ${stored}` : `${this.#name}.${stored}`);
    return this.#columns.map(([, stored]) => sql(stored)).join(", ");
  }

  readonly read = (row: Row): Fields<C> =>
    Object.fromEntries(
      this.#columns.map(([field, stored, { read, initial = null }]) => {
        const value = row[stored] ?? null;
        return [field, value === null ? initial : read(value)];
      }),
    ) as Fields<C>;

  /** The rows of which `where` (and what follows it) says so; its `?1` is the first of `values`. */
  async all(db: D1Database, where: string, ...values: Value[]): Promise<Fields<C>[]> {
    const sql = `SELECT ${this.#select} FROM ${this.#name} WHERE ${where}`;
    const { results } = await db
      .prepare(sql)
      .bind(...values)
      .all<Row>();
    return results.map(this.read);
  }

  /** The first of them. */
  one = async (db: D1Database, where: string, ...values: Value[]): Promise<Fields<C> | null> =>
    (await this.all(db, `${where} LIMIT 1`, ...values))[0] ?? null;

  /** A page of them, by id. */
  async page(db: D1Database, page: PageRequest, where: string, ...values: Value[]): Promise<Page<Fields<C>>> {
    const after = values.length + 1;
    const paged = `${where} AND id > ?${after} ORDER BY id LIMIT ?${after + 1}`;
    const rows = await this.all(db, paged, ...values, page.after, page.limit + 1);
    return pageOf(rows as (Fields<C> & { id: number })[], page);
  }

  /** Makes a row. @param more columns besides, and such as no field has */
  insert(
    db: D1Database,
    given: New<C>,
    more: Columns = {},
    { where = ALL, tail = "", returning = "*" }: { where?: Expression; tail?: string; returning?: string } = {},
  ): D1PreparedStatement {
    // NULL is what a column has that is not named: a database that lacks it has the row all the same.
    const columns = Object.entries({ ...this.#written(given, true), ...more }).filter(([, value]) => value != null);
    const expressions = columns.map(([, value]) => expressionOf(value as Value | Expression));
    return db
      .prepare(
        `INSERT INTO ${this.#name} (${columns.map(([name]) => name).join(", ")})
         SELECT ${expressions.map(({ sql }) => sql).join(", ")} ${where.sql} ${tail} RETURNING ${returning}`,
      )
      .bind(...expressions.flatMap(({ values }) => values), ...where.values);
  }

  /**
   * Sets the given columns and no others, so that two requests that change a row at once keep each other's.
   * @param only a condition that the row must meet, as its version where the change was merged with what was read
   */
  update(db: D1Database, id: number, change: Change<C>, more: Columns = {}, only = EVERY, returning = "*") {
    // An UPDATE sets something; one that changes nothing answers with the row all the same.
    const set: string[] = ["created_at = created_at"];
    const bound: Value[] = [];
    for (const [column, value] of Object.entries({ ...this.#written(change, false), ...more })) {
      if (value === undefined || FIXED.includes(column)) continue;
      const { sql, values } = expressionOf(value);
      set.push(`${column} = ${sql}`);
      bound.push(...values);
    }
    return db
      .prepare(`UPDATE ${this.#name} SET ${set.join(", ")} WHERE id = ? AND ${only.sql} RETURNING ${returning}`)
      .bind(...bound, id, ...only.values);
  }

  /** The fields of a row that `update` sets, with the empty value in place of `null`. */
  given(change: Change<C>): Partial<Fields<C>> {
    const set = this.#columns.flatMap(([field, stored, { initial = null }]) => {
      const value = change[field];
      return value === undefined || FIXED.includes(stored) ? [] : [[field, value ?? initial]];
    });
    return Object.fromEntries(set);
  }

  /** What `update` makes other of a row, for the audit log. */
  readonly difference = (stored: Fields<C>, change: Change<C>): Difference => difference(stored, this.given(change));

  #written(given: Record<string, unknown>, whole: boolean): Columns {
    return Object.fromEntries(
      this.#columns.flatMap(([field, stored, { write, initial }]) => {
        const value = given[field];
        if (value === undefined && !(whole && initial !== undefined)) return [];
        return [[stored, write(value ?? initial ?? null)]];
      }),
    );
  }
}
