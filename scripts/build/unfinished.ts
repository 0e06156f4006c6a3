import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { alive, holder } from "./lock.ts";

/** Removes what killed builds left in `dist`: their lock, and the folder that they wrote to, which has their process's id. */
export function removeUnfinished(dist: string): void {
  if (!existsSync(dist)) return;
  for (const name of readdirSync(dist)) {
    const path = join(dist, name);
    const builder = name === "build.lock" ? holder(path) : /^next-(?:npm-)?(\d+)$/.exec(name)?.[1];
    if (Number(builder) > 0 && !alive(Number(builder))) rmSync(path, { recursive: true, force: true });
  }
}
