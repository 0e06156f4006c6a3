import { env } from "cloudflare:workers";
import { afterEach, beforeEach } from "vitest";
import { emptyStorage } from "./empty-storage.ts";

/** As wrangler keeps it. */
const LIST =
  "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)";

beforeEach(async () => {
  // In one round: applyD1Migrations takes one for each migration, three times as long for each test.
  const { DB, MIGRATIONS } = env;
  await DB.batch([
    DB.prepare(LIST),
    ...MIGRATIONS.flatMap(({ name, queries }) => [
      ...queries.map((query) => DB.prepare(query)),
      DB.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]),
  ]);
});
afterEach(emptyStorage);
