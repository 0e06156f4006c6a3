import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { DAY_MS } from "../../shared/time.ts";

/**
 * A page that was opened on the build before still asks for its chunks, and browsers keep `voice-widget.js` for up to a day.
 * So files that are named by their content stay in place for a week after the next build, on this machine as well;
 * `npm run deploy` has its own way (scripts/deploy/earlier-builds.ts) and leaves them out.
 */

const KEPT_DAYS = 7;
/** Somebody who builds all day must not fill the disk. */
const MOST_FILES = 3_000;
const NAMED_BY_CONTENT = /^((again|console|playground)\/)?assets\//;

/** When each was replaced, unix milliseconds, by its path. */
type Replaced = Record<string, number>;

const listOf = (record: string): Replaced =>
  existsSync(record) ? (JSON.parse(readFileSync(record, "utf8")) as Replaced) : {};

/**
 * Takes away what no page can ask for any more.
 * @param folder of the files that are served
 * @param own paths of the build that is there now
 * @param keep whether files of earlier builds stay at all
 */
export function tidyEarlierFiles(
  folder: string,
  own: readonly string[],
  { keep, now }: { keep: boolean; now: number },
): void {
  const record = `${folder}-earlier.json`;
  const files = listOf(record);
  const current = new Set(own);
  const others = globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !current.has(path));
  const replaced = others
    .map((path) => ({ path, at: files[path] ?? now }))
    .sort((a, b) => b.at - a.at || a.path.localeCompare(b.path));
  const stays = replaced.filter(
    ({ path, at }, index) => keep && index < MOST_FILES && NAMED_BY_CONTENT.test(path) && at > now - KEPT_DAYS * DAY_MS,
  );
  const kept = new Set(stays.map(({ path }) => path));
  for (const { path } of replaced) if (!kept.has(path)) rmSync(join(folder, path));
  if (stays.length === 0) rmSync(record, { force: true });
  else writeFileSync(record, `${JSON.stringify(Object.fromEntries(stays.map(({ path, at }) => [path, at])))}\n`);
}
