import type { ArchivePart, BackupManifest, Row } from "../../shared/backup.ts";
import { secretId } from "../auth/keys/api-key.ts";
import { ApiError } from "../http/errors.ts";
import { reindexPassages } from "../knowledge/reindex.ts";
import { callGate, type GateBindings } from "../objects/key-gate/client.ts";
import type { GateArchive } from "../objects/key-gate/rpc.ts";
import { callLedger, type LedgerBindings } from "../objects/org-ledger/client.ts";
import { LEDGER_VERSION } from "../objects/org-ledger/migrations.ts";
import type { LedgerArchivePart } from "../objects/org-ledger/rpc.ts";
import { recordAudit } from "../storage/audit.ts";
import { emptyDatabase, insertRows, readSchema } from "../storage/database-rows.ts";
import * as storage from "../storage/restores.ts";
import { DEMO_ORGANIZATION } from "./demo-content.ts";

type Sources = LedgerBindings & GateBindings & { DB: D1Database };

/** Nobody has used this but whoever started it: at most the demo site stands there, as it was made. */
const isUntouched = ({ organizations, projects, keys, traces }: storage.Presence): boolean =>
  traces === 0 && organizations.every((name) => name === DEMO_ORGANIZATION.name) && projects <= 1 && keys <= 1;

/** @throws ApiError with the reason why this archive cannot be put into this installation */
async function refuseMisfit(db: D1Database, secrets: readonly string[], manifest: BackupManifest): Promise<void> {
  const schema = await readSchema(db);
  const missing = Object.entries(manifest.columns).flatMap(([table, columns]) => {
    const known = schema.find(({ name }) => name === table)?.columns;
    return known ? columns.filter((name) => !known.includes(name)).map((name) => `${table}.${name}`) : [table];
  });
  if (manifest.ledger_version > LEDGER_VERSION) missing.push("newer ledgers");
  if (missing.length > 0)
    throw new ApiError("archive_newer", {
      detail: `The archive comes from a newer version (${manifest.service}), which keeps more (${missing.slice(0, 5).join(", ")}); update this installation first`,
    });
  const own = await Promise.all(secrets.map(secretId));
  if (!own.includes(manifest.key_secret)) throw new ApiError("archive_foreign");
}

/**
 * Begins to put an archive into this installation, or goes on with it. Nothing is changed where it is refused.
 * @throws ApiError `archive_newer`, `archive_foreign`, `restore_running`, `installation_not_empty`
 */
export async function beginRestore(db: D1Database, secrets: readonly string[], manifest: BackupManifest, now: number) {
  await refuseMisfit(db, secrets, manifest);
  const { archive } = manifest;
  const restores = await storage.listRestores(db);
  const known = restores.find((one) => one.archive === archive);
  if (known && known.finished_at === null) return { archive, resumed: true, replaced_demo_site: false };
  if (restores.some(({ finished_at }) => finished_at === null)) throw new ApiError("restore_running");
  const presence = await storage.readPresence(db);
  if (!isUntouched(presence)) throw new ApiError("installation_not_empty");
  await storage.insertRestore(db, archive, now).run();
  await emptyDatabase(db, await readSchema(db));
  return { archive, resumed: false, replaced_demo_site: presence.organizations.length > 0 };
}

async function requireRunning(db: D1Database, archive: string): Promise<void> {
  const restores = await storage.listRestores(db);
  if (!restores.some((one) => one.archive === archive && one.finished_at === null))
    throw new ApiError("restore_not_begun");
}

/**
 * Puts one part back. The same part again changes nothing.
 * @returns how many rows it had
 */
export async function restorePart(bindings: Sources, archive: string, part: ArchivePart): Promise<number> {
  await requireRunning(bindings.DB, archive);
  switch (part.kind) {
    case "table":
      return restoreRows(bindings.DB, part.name, part.rows);
    case "entries":
      await restoreBooks(bindings, part.organization, { archive, entries: part.rows, tables: null });
      return part.rows.length;
    case "ledger":
      await restoreBooks(bindings, part.organization, { archive, entries: [], tables: part.tables });
      return Object.values(part.tables).reduce((sum, rows) => sum + rows.length, 0);
    case "gates":
      await Promise.all(
        part.gates.map(({ key_hash, state }) =>
          callGate(bindings, key_hash, (gate) => gate.restore(state as GateArchive)),
        ),
      );
      return part.gates.length;
  }
}

async function restoreRows(db: D1Database, name: string, rows: Row[]): Promise<number> {
  const shape = (await readSchema(db)).find((one) => one.name === name);
  if (!shape) throw new ApiError("table_not_found");
  if (rows.length === 0) return 0;
  if (rows.some((row) => Object.keys(row).some((column) => !shape.columns.includes(column))))
    throw new ApiError("archive_newer");
  await insertRows(db, shape, rows).run();
  if (name === "knowledge_chunks")
    await reindexPassages(
      db,
      rows.map(({ id }) => Number(id)),
    );
  return rows.length;
}

async function restoreBooks(
  bindings: Sources,
  org_id: number,
  part: Omit<LedgerArchivePart, "published">,
): Promise<void> {
  const sessions = part.tables?.lease?.map(({ session_id }) => String(session_id)) ?? [];
  const published = await storage.readPublished(bindings.DB, org_id, sessions);
  const result = await callLedger(bindings, org_id, (ledger) => ledger.restore({ ...part, published }));
  if (!result.ok) throw new ApiError("installation_not_empty");
}

/** Everything is there: transcripts are indexed by the next cron. */
export async function finishRestore(db: D1Database, archive: string, now: number): Promise<void> {
  await requireRunning(db, archive);
  await db.batch([storage.indexAllSessions(db, now), storage.finishRestore(db, archive, now)]);
  await recordAudit(db, { actor: "operator", org_id: null, action: "backup.restore", target: `archive:${archive}` });
}
