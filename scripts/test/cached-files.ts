import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const CACHE = join(root, "node_modules/.cache/made-files");

/** One hash over all inputs. */
function hashOf(source: string, patterns: readonly string[], more: readonly string[]): string {
  const hash = createHash("sha256");
  const files = globSync([...patterns], { cwd: source, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files)
    hash
      .update(`${file.slice(source.length)}\0`)
      .update(readFileSync(file))
      .update("\0");
  for (const text of more) hash.update(text).update("\0");
  return hash.digest("hex").slice(0, 32);
}

/** Puts a copy in its place, whole. */
function keep(made: string, cached: string): void {
  mkdirSync(CACHE, { recursive: true });
  const own = mkdtempSync(`${cached}.`);
  try {
    cpSync(made, own, { recursive: true });
    renameSync(own, cached);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    // Another process was faster, with the same result.
    if (!existsSync(cached)) throw error;
  }
}

/**
 * Fills `folder` with what `make` makes of these files, which is made only once for the same inputs: a bundle of the
 * Worker, a database with its tables.
 * @param patterns files below `source`
 * @param more whatever else changes the outcome
 */
export async function fillFromCache(
  folder: string,
  { source = root, patterns, more = [] }: { source?: string; patterns: readonly string[]; more?: readonly string[] },
  make: (to: string) => void | Promise<void>,
): Promise<void> {
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  const cached = join(CACHE, hashOf(source, patterns, [lock, ...more]));
  if (!existsSync(cached)) {
    // A temporary folder: what an interrupted run leaves half done never looks finished.
    const made = mkdtempSync(join(tmpdir(), "voice-widget-made-"));
    try {
      await make(made);
      keep(made, cached);
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  }
  cpSync(cached, folder, { recursive: true });
}
