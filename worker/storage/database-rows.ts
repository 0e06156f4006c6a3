import type { Row } from "../../shared/backup.ts";
import { sqlName } from "../sql-name.ts";
import { rowsOf } from "./rows.ts";

/** All rows of D1, table by table, for backups. Names come from the schema, never from a request. */

interface Reference {
  table: string;
  /** The columns of this table and of the other. */
  from: string;
  to: string;
}

export interface TableShape {
  name: string;
  columns: string[];
  /** The columns of the primary key, in its order. */
  key: string[];
  references: Reference[];
}

/** Tables without data for a backup: D1's own, those derived from others, and those about this installation only. */
const LEFT_OUT =
  /^(sqlite_|_cf_|d1_migrations$|restores$|contact_counts$|old_secret_uses$|open_inboxes$|devices$|project_stores$|search_documents$|search_pending$)/;

/** Tables with rows of their own: neither virtual ones nor SQLite's tables behind them. */
async function tableNames(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all<{ name: string; sql: string | null }>();
  const virtual = results.filter(({ sql }) => /^create virtual/i.test(sql ?? "")).map(({ name }) => name);
  return results
    .map(({ name }) => name)
    .filter((name) => !LEFT_OUT.test(name) && !virtual.some((one) => name === one || name.startsWith(`${one}_`)));
}

/** Every table; referenced tables come before those that refer to them. */
export async function readSchema(db: D1Database): Promise<TableShape[]> {
  const names = await tableNames(db);
  const answers = await db.batch(
    names.flatMap((name) => [
      db.prepare(`PRAGMA table_info(${sqlName(name)})`),
      db.prepare(`PRAGMA foreign_key_list(${sqlName(name)})`),
    ]),
  );
  const shapes = names.map((name, index): TableShape => {
    const columns = rowsOf<{ name: string; pk: number }>(answers[index * 2]);
    return {
      name,
      columns: columns.map((column) => column.name),
      key: columns
        .filter(({ pk }) => pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map((column) => column.name),
      references: rowsOf<Reference>(answers[index * 2 + 1]).map(({ table, from, to }) => ({ table, from, to })),
    };
  });
  const ordered: TableShape[] = [];
  const place = (shape: TableShape) => {
    if (ordered.includes(shape)) return;
    for (const { table } of shape.references) {
      const parent = shapes.find(({ name }) => name === table);
      if (parent && parent !== shape) place(parent);
    }
    ordered.push(shape);
  };
  for (const shape of shapes) place(shape);
  return ordered;
}

/** This table and all that refer to it, directly or not. */
export function dependentsOf(schema: TableShape[], root: string): string[] {
  const tables = new Set([root]);
  for (const { name, references } of schema) if (references.some(({ table }) => tables.has(table))) tables.add(name);
  return schema.map(({ name }) => name).filter((name) => tables.has(name));
}

/** The next rows by primary key, after the row whose key is `after`. */
export async function readRows(
  db: D1Database,
  { name, key }: TableShape,
  after: (string | number)[] | null,
  limit: number,
): Promise<Row[]> {
  const keys = (key.length > 0 ? key : ["rowid"]).map(sqlName).join(", ");
  const holes = (after ?? []).map(() => "?").join(", ");
  const { results } = await db
    .prepare(
      `SELECT * FROM ${sqlName(name)} ${after ? `WHERE (${keys}) > (${holes})` : ""} ORDER BY ${keys} LIMIT ${Math.floor(limit)}`,
    )
    .bind(...(after ?? []))
    .all<Row>();
  return results;
}

const field = (column: string) => `value ->> '$.${column}'`;

/** Whose a row is that names one of these: SQL for its organization, null where that is not here. */
const OWNER_BY: Record<string, string> = {
  org_id: field("org_id"),
  session_id: `(SELECT org_id FROM sessions WHERE id = ${field("session_id")})`,
  project_id: `(SELECT org_id FROM projects WHERE id = ${field("project_id")})`,
  page_id: `(SELECT p.org_id FROM knowledge_pages k JOIN projects p ON p.id = k.project_id WHERE k.id = ${field("page_id")})`,
};

const ownerOf = (table: string, column: string) =>
  `(SELECT p.org_id FROM ${table} AS named JOIN projects p ON p.id = named.project_id WHERE named.id = ${field(column)})`;

/** The same for what rows of a site name besides: SQL by column. */
const NAMED_BY: Record<string, string> = {
  agent_id: ownerOf("agents", "agent_id"),
  channel_id: ownerOf("channels", "channel_id"),
  key_id: ownerOf("api_keys", "key_id"),
  source_id: ownerOf("knowledge_sources", "source_id"),
};

/** The same for tables whose rows reach further than to what they name by that. */
const OWNER_IN: Record<string, string> = {
  organizations: field("id"),
  deletions: `iif(${field("kind")} = 'organization', ${field("id")}, (SELECT org_id FROM projects WHERE id = ${field("id")}))`,
  memories: `(SELECT p.org_id FROM agents a JOIN projects p ON p.id = a.project_id WHERE a.id = ${field("agent_id")})`,
};

/** SQL for the organization that a row of `json_each` belongs to; null for a table of the installation's. */
function ownerIn({ name, columns }: TableShape): string | null {
  const named = Object.keys(OWNER_BY).filter((column) => columns.includes(column));
  const owners = named.map((column) => OWNER_BY[column]);
  return OWNER_IN[name] ?? (owners.length > 0 ? `coalesce(${[...owners, "NULL"].join(", ")})` : null);
}

/** The organizations of all that a row names. A row with an `org_id` stays that organization's, though its project may have moved away. */
function ownersIn({ columns }: TableShape): string[] {
  if (columns.includes("org_id")) return [];
  return Object.entries({ ...OWNER_BY, ...NAMED_BY }).flatMap(([column, owner]) =>
    columns.includes(column) ? owner : [],
  );
}

/** Numbers that this table has not given yet: the next row of anybody would get the one after. */
const NOT_GIVEN = `EXISTS (SELECT 1 FROM sqlite_master WHERE name = ?3 AND sql LIKE '%AUTOINCREMENT%')
  AND ${field("id")} > coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?3), 0)`;

/** How many of these rows belong to another organization than this one, or to the installation, or name what is another's. */
export async function countOthers(
  db: D1Database,
  shape: TableShape,
  rows: Row[],
  organization: number,
): Promise<number> {
  const owner = ownerIn(shape);
  if (owner === null) return rows.length;
  const others = [owner, ...ownersIn(shape)].map((one) => `${one} <> ?2`);
  const counted = db.prepare(
    `SELECT COUNT(*) AS n FROM json_each(?1) WHERE ${[...others, `(${NOT_GIVEN})`].join(" OR ")}`,
  );
  return (await counted.bind(JSON.stringify(rows), organization, shape.name).first<number>("n")) ?? 0;
}

/**
 * Inserts rows that do not exist yet, except those that refer to a missing row.
 * @param organization whose rows alone are inserted; `null` for all
 */
export function insertRows(
  db: D1Database,
  shape: TableShape,
  rows: Row[],
  organization: number | null,
): D1PreparedStatement {
  const { name, references } = shape;
  const columns = Object.keys(rows[0] ?? {});
  const there = references.map(
    ({ table, from, to }) =>
      `(${field(from)} IS NULL OR EXISTS (SELECT 1 FROM ${sqlName(table)} AS parent WHERE parent.${sqlName(to ?? "id")} = ${field(from)}))`,
  );
  return db
    .prepare(
      `INSERT INTO ${sqlName(name)} (${columns.map(sqlName).join(", ")})
       SELECT ${columns.map(field).join(", ")} FROM json_each(?1)
       WHERE (?2 IS NULL OR ${ownerIn(shape)} = ?2) AND ${["true", ...there].join(" AND ")}
       ON CONFLICT DO NOTHING`,
    )
    .bind(JSON.stringify(rows), organization);
}

/** Columns that name the owner of a row. */
const OWNERS = ["org_id", "project_id", "session_id", "page_id", "key_hash"];

/** How many of these rows have the key of an existing row of another owner. */
export async function countForeign(db: D1Database, { name, key, columns }: TableShape, rows: Row[]): Promise<number> {
  const owners = columns.filter((column) => OWNERS.includes(column) && !key.includes(column));
  if (key.length === 0 || owners.length === 0) return 0;
  const same = (column: string) => `there.${sqlName(column)} IS (value ->> '$.${column}')`;
  const row = await db
    .prepare(
      `SELECT COUNT(*) AS n FROM json_each(?1) JOIN ${sqlName(name)} AS there ON ${key.map(same).join(" AND ")}
       WHERE NOT (${owners.map(same).join(" AND ")})`,
    )
    .bind(JSON.stringify(rows))
    .first<number>("n");
  return row ?? 0;
}

/** Empties every table, and those derived from them. */
export async function emptyDatabase(db: D1Database, schema: TableShape[]): Promise<void> {
  await db.batch([
    db.prepare("INSERT INTO knowledge_words (knowledge_words) VALUES ('delete-all')"),
    db.prepare("INSERT INTO search_words (search_words) VALUES ('delete-all')"),
    db.prepare("DELETE FROM search_documents"),
    db.prepare("DELETE FROM search_pending"),
    db.prepare("DELETE FROM contact_counts"),
    db.prepare("DELETE FROM project_stores"),
    ...[...schema].reverse().map(({ name }) => db.prepare(`DELETE FROM ${sqlName(name)}`)),
  ]);
}
