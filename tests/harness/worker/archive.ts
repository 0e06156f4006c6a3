import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { readParts } from "../../../scripts/backup/read-parts.ts";
import type { ArchivePart, BackupManifest, BackupPlan, Row } from "../../../shared/backup.ts";
import { installAnew } from "./installation.ts";
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

/** An archive's parts as a version took them in which these tables were in D1 and not yet in stores. */
export function partsBeforeStores(
  parts: readonly ArchivePart[],
  tables: readonly { name: string; rows: Row[] }[],
  stays: (part: ArchivePart) => boolean = ({ kind }) => kind !== "store",
): ArchivePart[] {
  const others = parts.filter(stays);
  const at = others.findIndex(({ kind }) => kind !== "table");
  return others.toSpliced(at, 0, ...tables.map((table) => ({ kind: "table" as const, ...table })));
}

interface Kept {
  /** Of D1, and of the stores. */
  tables: { before: string; now: string };
  /** The last version of stores that has them in D1. */
  store_version: number;
  read(): Promise<unknown>;
}

/** Holds that a backup has what D1 has of a table in pages of a store, and that a restore brings it back as `read` has it. */
export async function holdThatRestoreKeeps({ tables, store_version, read }: Kept): Promise<void> {
  const inD1 = async (name: string) => ({
    name,
    rows: (await env.DB.prepare(`SELECT * FROM ${name}`).all<Row>()).results,
  });
  // What is of sessions comes behind them.
  const earlier = [await inD1("sessions"), ...(tables.before === "sessions" ? [] : [await inD1(tables.before)])];
  const before = await read();
  const archive = await takeBackup();
  expect(archive.plan.tables).not.toContain(tables.before);
  const own = archive.parts.filter((part) => part.kind === "store" && part.table === tables.now);
  expect(own.length).toBeGreaterThan(1);
  await installAnew();
  await putBack({ ...archive, parts: archive.parts.flatMap((part) => [part, part]) });
  expect(await read()).toEqual(before);

  await installAnew();
  const parts = partsBeforeStores(archive.parts, earlier);
  await putBack({ ...archive, parts }, parts.length, { ...manifestOf(archive.plan), store_version });
  expect(await read()).toEqual(before);
}
