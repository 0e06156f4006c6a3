import type { ArchivePart, BackupPlan, GateShown, Row } from "../../shared/backup.ts";

type StoreRows = Omit<Extract<ArchivePart, { kind: "store" }>, "kind">;

/** The operator's calls that a backup needs. */
export interface Reader {
  call<T>(method: "GET", path: string): Promise<T>;
}

/** Read when all else was: it names what was deleted while the backup ran, and a restore hides and deletes that again. */
const READ_LAST = "deletions";

async function* pagesOf<T extends object>(service: Reader, path: string): AsyncGenerator<Awaited<T>> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    const page: Awaited<T> & { next_cursor: string | null } = await service.call("GET", `/backup/${path}${query}`);
    yield page;
    cursor = page.next_cursor;
  }
}

/** Keys, and what refers to them, are put back last. A gate knows of a revocation before D1 does. */
function withRevocations(part: ArchivePart, revoked: Map<number, number>): ArchivePart {
  if (part.kind !== "table" || part.name !== "api_keys") return part;
  const rows = part.rows.map((row) => ({ ...row, revoked_at: row.revoked_at ?? revoked.get(Number(row.id)) ?? null }));
  return { ...part, rows };
}

async function* tableParts(service: Reader, names: string[]): AsyncGenerator<ArchivePart> {
  for (const name of names)
    for await (const { items } of pagesOf<{ items: Row[] }>(service, `tables/${name}`))
      if (items.length > 0) yield { kind: "table", name, rows: items };
}

async function* ledgerParts(service: Reader, organization: number): AsyncGenerator<ArchivePart> {
  let tables: Record<string, Row[]> | null = null;
  for await (const page of pagesOf<{ entries: Row[]; tables: typeof tables }>(service, `ledgers/${organization}`)) {
    tables ??= page.tables;
    if (page.entries.length > 0) yield { kind: "entries", organization, rows: page.entries };
  }
  // An organization that was never given credit has no ledger, nor has one whose deletion came that far.
  if (tables) yield { kind: "ledger", organization, tables };
}

/** In the order in which they are put back: what keys lead to before the keys. */
export async function* readParts(service: Reader, plan: BackupPlan): AsyncGenerator<ArchivePart> {
  const late: ArchivePart[] = [];
  const early = (name: string) => name !== READ_LAST;
  for await (const part of tableParts(service, plan.late_tables.filter(early))) late.push(part);
  yield* tableParts(service, plan.tables.filter(early));
  for (const organization of plan.organizations) yield* ledgerParts(service, organization);
  const revoked = new Map<number, number>();
  for await (const { items } of pagesOf<{ items: GateShown[] }>(service, "gates")) {
    for (const { key_id, revoked_at } of items) if (revoked_at !== null) revoked.set(key_id, revoked_at);
    if (items.length > 0) yield { kind: "gates", gates: items };
  }
  for await (const { items } of pagesOf<{ items: StoreRows[] }>(service, "stores"))
    for (const item of items) yield { kind: "store", ...item };
  for (const part of late) yield withRevocations(part, revoked);
  yield* tableParts(service, [READ_LAST]);
}

export async function* rowsOf(service: Reader, table: string): AsyncGenerator<Row> {
  for await (const { items } of pagesOf<{ items: Row[] }>(service, `tables/${table}`)) yield* items;
}
