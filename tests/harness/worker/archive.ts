import type { ArchivePart, BackupManifest, BackupPlan, GateShown, Row } from "../../../shared/backup.ts";
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

export async function takeBackup(): Promise<Archive> {
  const plan: BackupPlan = await admin("GET", "/backup");
  const parts: ArchivePart[] = [];
  const tables = async (names: string[]) => {
    const found: ArchivePart[] = [];
    for (const name of names)
      await pages<{ items: Row[] }>(`tables/${name}`, ({ items }) => found.push({ kind: "table", name, rows: items }));
    return found;
  };
  const late = await tables(plan.late_tables);
  parts.push(...(await tables(plan.tables)));
  for (const id of plan.organizations) {
    let ledger: Record<string, Row[]> = {};
    await pages<{ entries: Row[]; tables: Record<string, Row[]> | null }>(`ledgers/${id}`, (page) => {
      parts.push({ kind: "entries", organization: id, rows: page.entries });
      ledger = page.tables ?? ledger;
    });
    parts.push({ kind: "ledger", organization: id, tables: ledger });
  }
  await pages<{ items: GateShown[] }>("gates", ({ items }) => parts.push({ kind: "gates", gates: items }));
  parts.push(...late);
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
