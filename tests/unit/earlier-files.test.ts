import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tidyEarlierFiles } from "../../scripts/build/earlier-files.ts";

const DAY = 86_400_000;
let dist: string;
let folder: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), "earlier-"));
  folder = join(dist, "public");
});
afterEach(() => rmSync(dist, { recursive: true }));

/** A build puts its files in place, then tidies. */
function built(paths: string[], now: number, keep = true): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  tidyEarlierFiles(folder, paths, { keep, now });
}
const there = (path: string) => existsSync(join(folder, path));

test("chunks of earlier builds stay for a week after they were replaced; what has no hash in its name goes", () => {
  const first = [
    "voice-widget.js",
    "old.html",
    "assets/panel-1.js",
    "again/assets/panel-1.js",
    "console/assets/main-1.js",
  ];
  const second = ["voice-widget.js", "assets/panel-2.js"];
  built(first, 0);
  // The week begins when it is replaced, not when it was built.
  built(second, 30 * DAY);
  for (const path of [...first.slice(2), ...second]) expect(there(path), path).toBe(true);
  expect(there("old.html")).toBe(false);
  built(second, 36 * DAY);
  expect(there("assets/panel-1.js")).toBe(true);
  built(second, 38 * DAY);
  for (const path of first.slice(2)) expect(there(path), path).toBe(false);
  expect(there("assets/panel-2.js")).toBe(true);
});

test("a build that goes back to an earlier chunk keeps it for as long as it stands", () => {
  built(["assets/panel-1.js"], 0);
  built(["assets/panel-2.js"], DAY);
  built(["assets/panel-1.js"], 2 * DAY);
  built(["assets/panel-1.js"], 20 * DAY);
  expect(there("assets/panel-1.js")).toBe(true);
  expect(there("assets/panel-2.js")).toBe(false);
});

test("a deployment has none of them: the service keeps its own", () => {
  built(["assets/panel-1.js"], 0);
  built(["assets/panel-2.js"], 1, false);
  expect(there("assets/panel-1.js")).toBe(false);
});
