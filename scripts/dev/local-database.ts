import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wrangler } from "./wrangler.ts";

const MIGRATIONS = join(import.meta.dirname, "../../worker/storage/migrations");

/** Records applied migrations as wrangler does, so that a later `wrangler d1 migrations apply` continues from there. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
);`;

/** @throws Error with wrangler's own words */
async function wranglerD1(args: string[], stateDir: string): Promise<void> {
  const child = wrangler(["d1", ...args, "--local", "--persist-to", stateDir], stateDir);
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((done) => child.once("exit", done));
  if (code !== 0)
    throw new Error(`${output}\nThe database migrations could not be applied (wrangler d1 ended with ${code}).`);
}

/** All migrations as one file: wrangler would start the runtime again for each migration. */
async function makeDatabase(names: readonly string[], stateDir: string): Promise<void> {
  const file = join(stateDir, "migrations.sql");
  const steps = names.map(
    (name) => `${readFileSync(join(MIGRATIONS, name), "utf8")}\nINSERT INTO d1_migrations (name) VALUES ('${name}');`,
  );
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(file, [MIGRATIONS_TABLE, ...steps].join("\n"));
  try {
    await wranglerD1(["execute", "DB", "--yes", "--file", file], stateDir);
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Applies to the database in `stateDir` what is new; asks wrangler only when the folder of migrations changed since the
 * last time. @throws Error with wrangler's own words
 */
export async function migrateLocally(stateDir: string): Promise<void> {
  const applied = join(stateDir, "migrations.applied");
  const hash = createHash("sha256");
  const names = readdirSync(MIGRATIONS).sort();
  for (const name of names) hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  const wanted = hash.digest("hex");
  const there = existsSync(join(stateDir, "v3/d1"));
  if (there && existsSync(applied) && readFileSync(applied, "utf8") === wanted) return;
  if (there) await wranglerD1(["migrations", "apply", "DB"], stateDir);
  else await makeDatabase(names, stateDir);
  writeFileSync(applied, wanted);
}
