import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { NotReady } from "./not-ready.ts";

/** What a run writes at most: builds, databases, profiles of browsers. */
const BYTES = 1_000_000_000;

/** @returns why the tests cannot write here, and what to do, or null */
export function roomFault(folder: string, bytes = BYTES): string | null {
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return `${userInfo().username} cannot write to ${folder}: run the tests in a checkout of your own, and set TMPDIR to a folder of yours.`;
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= bytes) return null;
  return `${folder} has room for ${Math.floor(free / 1e6)} MB, and the tests need ${bytes / 1e6}: free some, or set TMPDIR to a folder with more.`;
}

/** @returns all of it */
export function roomFaults(bytes = BYTES): string[] {
  const root = join(import.meta.dirname, "../..");
  const faults = [root, join(root, "node_modules"), tmpdir()].map((folder) => roomFault(folder, bytes));
  return faults.filter((fault) => fault !== null);
}

/** @throws NotReady with all of it, before a run falls in a hundred places */
export function expectRoom(): void {
  const faults = roomFaults();
  if (faults.length > 0) throw new NotReady(faults.join("\n"));
}
