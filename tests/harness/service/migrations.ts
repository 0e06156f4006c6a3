import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MIGRATIONS = join(import.meta.dirname, "../../../worker/storage/migrations");

interface Database {
  prepare(sql: string): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: D1's own types belong to the Worker's realm.
  batch(statements: any[]): Promise<unknown>;
}

/** In the order in which they are applied. */
export const allMigrations = (): string[] =>
  globSync("*.sql", { cwd: MIGRATIONS })
    .sort()
    .map((name) => join(MIGRATIONS, name));

export async function applyMigrations(db: Database, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const statements = readFileSync(file, "utf8")
      .replace(/--.*$/gm, "")
      .split(";")
      .map((statement) => statement.trim())
      .filter(Boolean);
    await db.batch(statements.map((statement) => db.prepare(statement)));
  }
}
