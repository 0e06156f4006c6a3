import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The exact version's own script. */
export const entryOf = (version: string) => `voice-widget-${version}.js`;

/** Writes `release.json`, from which consoles and pages learn the exact version's address and hash. @returns the hash */
export function describeRelease(folder: string, version: string): string {
  const script = readFileSync(join(folder, entryOf(version)));
  const integrity = `sha384-${createHash("sha384").update(script).digest("base64")}`;
  writeFileSync(
    join(folder, "release.json"),
    `${JSON.stringify({ version, script: `/${entryOf(version)}`, integrity }, null, 2)}\n`,
  );
  return integrity;
}
