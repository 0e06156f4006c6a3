import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeUnfinished } from "../../scripts/build/unfinished.ts";

test("what a killed build left goes; what one writes that still runs, and what is finished, stays", () => {
  const dist = mkdtempSync(join(tmpdir(), "unfinished-"));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  const { pid: killed } = spawnSync(process.execPath, ["-e", ""]);
  for (const name of ["public", `next-${killed}`, `next-npm-${killed}`, `next-${process.pid}`])
    mkdirSync(join(dist, name));
  writeFileSync(join(dist, "build.lock"), String(killed));
  removeUnfinished(dist);
  expect(readdirSync(dist).sort()).toEqual([`next-${process.pid}`, "public"]);
  writeFileSync(join(dist, "build.lock"), String(process.pid));
  removeUnfinished(dist);
  expect(readdirSync(dist)).toContain("build.lock");
  removeUnfinished(join(dist, "nowhere"));
  // As a lock that its build has let go of since the folder was listed.
  rmSync(join(dist, "build.lock"));
  symlinkSync(join(dist, "nowhere"), join(dist, "build.lock"));
  removeUnfinished(dist);
});
