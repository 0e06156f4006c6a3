import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wrangler } from "./wrangler.ts";

const MIGRATIONS = join(import.meta.dirname, "../../worker/storage/migrations");

/**
 * Applies to the database in `stateDir` what is new; asks wrangler only when the folder of migrations changed since the
 * last time. @throws Error with wrangler's own words
 */
export async function migrateLocally(stateDir: string): Promise<void> {
  const applied = join(stateDir, "migrations.applied");
  const hash = createHash("sha256");
  for (const file of readdirSync(MIGRATIONS).sort()) hash.update(file).update(readFileSync(join(MIGRATIONS, file)));
  const wanted = hash.digest("hex");
  if (existsSync(applied) && existsSync(join(stateDir, "v3/d1")) && readFileSync(applied, "utf8") === wanted) return;
  const child = wrangler(["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDir], stateDir);
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
  writeFileSync(applied, wanted);
}
