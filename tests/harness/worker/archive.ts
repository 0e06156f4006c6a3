import { readParts } from "../../../scripts/backup/read-parts.ts";
import type { ArchivePart, BackupManifest, BackupPlan } from "../../../shared/backup.ts";
import { admin } from "./request.ts";

/** An archive as `npm run backup` writes and `npm run restore` reads it, kept in memory. */

export const manifestOf = ({ tables: _, late_tables: __, organizations: ___, ...manifest }: BackupPlan) => manifest;

export interface Archive {
  plan: BackupPlan;
  parts: ArchivePart[];
}

/** All pages of a list of a backup. */
export async function pages<T>(path: string, use: (page: T) => void): Promise<void> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: T & { next_cursor: string | null } = await admin(
      "GET",
      `/backup/${path}${cursor && `?cursor=${encodeURIComponent(cursor)}`}`,
    );
    use(page);
    cursor = page.next_cursor;
  }
}

/** @param meanwhile what happens when a part was read */
export async function takeBackup(meanwhile: (part: ArchivePart) => unknown = () => {}): Promise<Archive> {
  const plan: BackupPlan = await admin("GET", "/backup");
  const parts: ArchivePart[] = [];
  for await (const part of readParts({ call: (method, path) => admin(method, path) }, plan)) {
    parts.push(part);
    await meanwhile(part);
  }
  return { plan, parts };
}

/** @param only as many parts, as if it broke off then */
export async function putBack(
  { plan, parts }: Archive,
  only = parts.length,
  manifest: BackupManifest = manifestOf(plan),
): Promise<void> {
  await admin("POST", "/restore", manifest, { status: 200 });
  for (const part of parts.slice(0, only))
    await admin("POST", "/restore/parts", { archive: plan.archive, part }, { status: 200 });
  if (only === parts.length) await admin("POST", "/restore/finish", { archive: plan.archive }, { status: 200 });
}
