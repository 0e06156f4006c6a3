import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

const tables = () => env.DB.prepare("SELECT name FROM sqlite_master WHERE name = 'd1_migrations'").all();

/** What an object still does while it is reset may keep the old database open through it. */
export async function emptyStorage(): Promise<void> {
  do await reset();
  while ((await tables()).results.length > 0);
}

/** As wrangler keeps it. */
const LIST =
  "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)";

/** What the migrations leave, without what SQLite, its searches and D1 add by themselves. */
const SCHEMA = `SELECT sql FROM sqlite_master AS made WHERE sql IS NOT NULL
  AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND NOT EXISTS (SELECT 1 FROM sqlite_master AS search
    WHERE search.sql GLOB 'CREATE VIRTUAL *' AND made.name GLOB search.name || '_*')`;

/** Kept from file to file: their modules are made anew, the runtime that they share is not. */
const kept = globalThis as { schemaOfMigrations?: string[]; lastId?: number };

/** Between the ids of two tests. */
const STEP = 1_000;
const NUMBERED = ["organizations", "projects", "agents", "channels", "api_keys", "webhooks", "knowledge_sources"];

/** For a test: none of its ids was another's. Objects are named by them, and one may come back as the test before left it. */
export async function install(): Promise<void> {
  kept.lastId = (kept.lastId ?? 0) + STEP;
  await migrate();
}

/** In one round: applyD1Migrations takes one for each migration, three times as long for each test. */
async function migrate(): Promise<void> {
  const { DB, MIGRATIONS } = env;
  const done = MIGRATIONS.map(() => "(?)").join();
  const statements = kept.schemaOfMigrations ?? [LIST, ...MIGRATIONS.flatMap(({ queries }) => queries)];
  await DB.batch([
    ...statements.map((sql) => DB.prepare(sql)),
    DB.prepare(`INSERT INTO d1_migrations (name) VALUES ${done}`).bind(...MIGRATIONS.map(({ name }) => name)),
    ...NUMBERED.map((name) => DB.prepare("INSERT INTO sqlite_sequence VALUES (?, ?)").bind(name, kept.lastId)),
  ]);
  if (kept.schemaOfMigrations) return;
  // The migrations only make tables. What they leave is made in a third of the time.
  const { results } = await DB.prepare(SCHEMA).all<{ sql: string }>();
  kept.schemaOfMigrations = results.map(({ sql }) => sql);
}

/** What a restore is for: nothing that was stored is there any more, D1 has its tables, and ids begin where they began. */
export async function installAnew(): Promise<void> {
  await emptyStorage();
  await migrate();
}
