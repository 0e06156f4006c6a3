import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { migrationProblems, statementsOf } from "../../scripts/deploy/migration-rule.ts";
import { VERSION } from "../../shared/version.ts";

const root = join(import.meta.dirname, "../..");
const migrations = globSync("worker/storage/migrations/*.sql", { cwd: root }).sort();

describe("every migration only adds, so that the code before works on the tables after", () => {
  test.each(migrations)("%s", (file) => {
    expect(migrationProblems(readFileSync(join(root, file), "utf8"), VERSION)).toEqual([]);
  });

  test("their numbers are their order, each once", () => {
    const numbers = migrations.map((file) => /(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1]);
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test("those of the objects, too", () => {
    let found = 0;
    for (const file of globSync("worker/objects/**/*.ts", { cwd: root })) {
      const lists = readFileSync(join(root, file), "utf8").matchAll(
        /^(?:export )?const MIGRATIONS\b[^=]*= \[\n([\s\S]*?)\n\];/gm,
      );
      for (const [, list = ""] of lists)
        for (const [, sql = ""] of list.matchAll(/`([^`]*)`/g)) {
          found++;
          expect(migrationProblems(sql, VERSION), file).toEqual([]);
        }
    }
    expect(found).toBeGreaterThanOrEqual(4);
  });
});

describe("what does not only add is refused, with the reason", () => {
  test.each([
    ["DROP TABLE sessions;", "drops"],
    ["ALTER TABLE sessions DROP COLUMN vendor", "drops"],
    ["drop index if exists a", "drops"],
    ["ALTER TABLE sessions RENAME TO talks;", "only adds"],
    ["ALTER TABLE sessions RENAME COLUMN vendor TO supplier;", "only adds"],
    ["ALTER TABLE sessions ADD COLUMN kind TEXT NOT NULL;", "NOT NULL without a DEFAULT"],
    ["ALTER TABLE sessions ADD kind TEXT UNIQUE;", "UNIQUE"],
    ["CREATE UNIQUE INDEX a ON sessions (vendor);", "UNIQUE index"],
    ["CREATE TRIGGER a AFTER INSERT ON sessions BEGIN DELETE FROM agents; END;", "only adds"],
    ["DELETE FROM sessions;", "only adds"],
    ["UPDATE sessions SET state = 'ended';", "changes values"],
    ["ALTER TABLE a ADD COLUMN n TEXT; UPDATE a SET n = 'x', old = 1 WHERE id > 2;", "changes values"],
    ["INSERT INTO sessions (id) VALUES ('x');", "writes rows"],
    ["/* ALTER TABLE */ drop table -- a comment\n agents", "drops"],
    ["PRAGMA foreign_keys = off;", "only adds"],
    ["-- Contract: unused since 0.2.0\nDROP TABLE old_ones;", "a release later"],
  ])("%s", (sql, reason) => {
    const problems = migrationProblems(sql, "0.2.0");
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(reason);
  });

  test.each([
    "CREATE TABLE IF NOT EXISTS a (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE); CREATE UNIQUE INDEX b ON a (name);",
    "CREATE VIRTUAL TABLE words USING fts5 (text, content = '');",
    "ALTER TABLE a ADD COLUMN kind TEXT NOT NULL DEFAULT 'x; drop table y' CHECK (kind IN ('x; drop table y', 'not null'));",
    "ALTER TABLE a ADD COLUMN n INTEGER; UPDATE a SET n = 1 WHERE old = 2; CREATE INDEX c ON a (n) WHERE n IS NOT NULL;",
    "CREATE TABLE b (id INTEGER); INSERT INTO b SELECT id FROM a;",
    "-- Contract: unused since 0.1.9\nDROP TABLE old_ones; ALTER TABLE a DROP COLUMN x;",
  ])("and this is taken: %s", (sql) => {
    expect(migrationProblems(sql, "0.2.0")).toEqual([]);
  });

  test("a script is cut at its own semicolons only", () => {
    expect(statementsOf("SELECT ';'; -- ; \n SELECT \"a;b\" /* ; */ ;;")).toEqual(["SELECT ';'", 'SELECT "a;b"']);
  });
});
