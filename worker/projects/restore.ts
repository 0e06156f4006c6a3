import type { ArchivePart, BackupManifest, Row } from "../../shared/backup.ts";
import type { Actor } from "../actor.ts";
import { requireAuthority } from "../bounds.ts";
import { audit } from "../change.ts";
import { ApiError } from "../http/errors.ts";
import { secretId } from "../keys/api-key.ts";
import { PASSAGES, restorePassages } from "../knowledge/archive.ts";
import type { SearchBindings } from "../knowledge/move-texts.ts";
import { callGate, type GateBindings } from "../objects/key-gate/client.ts";
import { denialCache } from "../objects/key-gate/denial-cache.ts";
import type { GateArchive } from "../objects/key-gate/rpc.ts";
import { callLedger, type LedgerBindings } from "../objects/org-ledger/client.ts";
import { LEDGER_VERSION } from "../objects/org-ledger/migrations.ts";
import type { LedgerArchivePart } from "../objects/org-ledger/rpc.ts";
import { callIndex, type IndexBindings } from "../objects/passage-index/client.ts";
import { callStore, type StoreBindings } from "../objects/project-store/client.ts";
import { isTable, MOVED_SESSIONS, STORE_VERSION } from "../objects/project-store/tables.ts";
import { permit } from "../permissions.ts";
import { countForeign, countOthers, emptyDatabase, insertRows, readSchema } from "../storage/database-rows.ts";
import { projectsFrom } from "../storage/projects.ts";
import * as storage from "../storage/restores.ts";
import { hideAgain } from "./deletion/deletion.ts";
import { DEMO_ORGANIZATION } from "./demo-content.ts";
import { markTestCalls } from "./mark-test-calls.ts";
import { ELSEWHERE, requireOwn } from "./own-part.ts";

type Sources = LedgerBindings & GateBindings & SearchBindings & StoreBindings;

const MOST_UNTOUCHED = 1;

/** Whether the installation is unused: it holds at most the unchanged demo site. */
const isUntouched = ({ organizations, projects, keys, traces }: storage.Presence): boolean =>
  traces === 0 &&
  organizations.every((name) => name === DEMO_ORGANIZATION.name) &&
  projects <= MOST_UNTOUCHED &&
  keys <= 1;

/** @throws ApiError that says why this archive cannot be restored into this installation */
async function refuseMisfit(db: D1Database, secrets: readonly string[], manifest: BackupManifest): Promise<void> {
  const schema = await readSchema(db);
  const missing = Object.entries(manifest.columns).flatMap(([table, columns]) => {
    const names = schema.find(({ name }) => name === table)?.columns;
    return names ? columns.filter((name) => !names.includes(name)).map((name) => `${table}.${name}`) : [table];
  });
  if (manifest.ledger_version > LEDGER_VERSION) missing.push("newer ledgers");
  if ((manifest.store_version ?? 0) > STORE_VERSION) missing.push("newer stores of projects");
  if (missing.length > 0)
    throw new ApiError("archive_newer", {
      detail: `The archive comes from a newer version (${manifest.service}), which stores more (${missing.slice(0, 5).join(", ")}); update this installation first`,
    });
  const own = await Promise.all(secrets.map(secretId));
  if (!own.includes(manifest.key_secret)) throw new ApiError("archive_foreign");
}

/** @throws ApiError if the organization cannot be restored beside the others that are here */
async function requireRoomFor(db: D1Database, organization: number): Promise<void> {
  const { there, deleting, known } = await storage.readReturn(db, organization);
  // Until the deletion is over, gates of deleted keys refuse, and the deletion is repeated once.
  if (deleting) throw new ApiError("deletion_running");
  if (there) throw new ApiError("organization_in_place");
  // Ids are never given twice, so an organization that was deleted here finds its own ids free.
  if (!known) throw new ApiError("installation_not_empty", { detail: ELSEWHERE });
}

const requireMayRestore = (db: D1Database, actor: Actor) => requireAuthority(db, permit(actor, "backup.restore", null));

/** Whether somebody has called, or left a contact, in the only project that there is. */
async function hasVisitors(bindings: StoreBindings & { DB: D1Database }): Promise<boolean> {
  const [project] = await projectsFrom(bindings.DB, 0, MOST_UNTOUCHED);
  if (project === undefined) return false;
  // Behind the contacts a store has sessions, and what these came to.
  const { parts } = await callStore(bindings, project, (store) => store.dump(project, ["contacts", 0], 1));
  return parts.length > 0;
}

/**
 * Begins to restore an archive into this installation, or continues. A refusal changes nothing. An archive of one
 * organization can also be restored into an installation in use, if that organization was deleted there.
 * @throws ApiError `archive_newer`, `archive_foreign`, `restore_running`, `installation_not_empty`,
 *   `organization_in_place`, `deletion_running`
 */
export async function beginRestore(
  bindings: StoreBindings & IndexBindings & { DB: D1Database },
  actor: Actor,
  secrets: readonly string[],
  manifest: BackupManifest,
  now: number,
) {
  const db = bindings.DB;
  await requireMayRestore(db, actor);
  await refuseMisfit(db, secrets, manifest);
  const { archive } = manifest;
  const restores = await storage.listRestores(db);
  const restore = restores.find((one) => one.archive === archive);
  if (restore && restore.finished_at === null) return { archive, resumed: true, replaced_demo_site: false };
  if (restores.some(({ finished_at }) => finished_at === null)) throw new ApiError("restore_running");
  const presence = await storage.readPresence(db);
  if (!isUntouched(presence) || (await hasVisitors(bindings))) {
    if (manifest.organization === undefined) throw new ApiError("installation_not_empty");
    await requireRoomFor(db, manifest.organization);
    await storage.insertRestoreOf(db, archive, manifest.organization, now).run();
    return { archive, resumed: false, replaced_demo_site: false };
  }
  // Before it is noted that the restore has begun, since one that has begun empties nothing.
  for (const project of await projectsFrom(db, 0, MOST_UNTOUCHED)) {
    await callStore(bindings, project, (store) => store.drop());
    await callIndex(bindings, project, (index) => index.clear());
  }
  await storage.insertRestore(db, archive, now).run();
  await emptyDatabase(db, await readSchema(db));
  return { archive, resumed: false, replaced_demo_site: presence.organizations.length > 0 };
}

/** @returns the organization that is restored beside others; `null` for a whole installation */
async function requireRunning(db: D1Database, archive: string): Promise<number | null> {
  const restores = await storage.listRestores(db);
  const running = restores.find((one) => one.archive === archive && one.finished_at === null);
  if (!running) throw new ApiError("restore_not_begun");
  return running.organization_id ?? null;
}

/**
 * Restores one part. The same part again changes nothing.
 * @returns how many rows it had
 */
export async function restorePart(
  bindings: Sources,
  actor: Actor,
  archive: string,
  part: ArchivePart,
): Promise<number> {
  await requireMayRestore(bindings.DB, actor);
  const organization = await requireRunning(bindings.DB, archive);
  if (organization !== null) await requireOwn(bindings.DB, part, organization);
  const kept = await writePart(bindings, archive, part, organization);
  forgetDenials(part);
  return kept;
}

/** Restored keys may be cached as unknown; they are not any more. */
function forgetDenials(part: ArchivePart): void {
  const rows = part.kind === "gates" ? part.gates : part.kind === "table" && part.name === "api_keys" ? part.rows : [];
  for (const { key_hash } of rows) denialCache.forget(String(key_hash));
}

/** A gate asks D1 for what its key may do: the file could say that it opens another organization's project. */
const withoutRules = (state: GateArchive): GateArchive => ({ ...state, policy: null, project_version: 0 });

/** @param organization that is restored beside others; `null` for a whole installation */
async function writePart(
  bindings: Sources,
  archive: string,
  part: ArchivePart,
  organization: number | null,
): Promise<number> {
  switch (part.kind) {
    case "table":
      return restoreRows(bindings, part.name, part.rows, organization);
    case "entries":
      await restoreLedger(bindings, part.organization, { archive, entries: part.rows, tables: null });
      return part.rows.length;
    case "ledger":
      await restoreLedger(bindings, part.organization, { archive, entries: [], tables: part.tables });
      return Object.values(part.tables).reduce((sum, rows) => sum + rows.length, 0);
    case "gates":
      await Promise.all(
        part.gates.map(({ key_hash, state }) => {
          const gate_state = organization === null ? (state as GateArchive) : withoutRules(state as GateArchive);
          return callGate(bindings, key_hash, (gate) => gate.restore(gate_state));
        }),
      );
      return part.gates.length;
    case "store":
      return restoreStore(bindings, part.project, part.table, part.rows);
  }
}

/** Of the installation, which has them already. */
const OF_ALL = "retired_key_secrets";

/** @param organization beside which others are here: no row of theirs, or of the installation's, may be replaced or added */
async function restoreRows(bindings: Sources, name: string, rows: Row[], organization: number | null): Promise<number> {
  const db = bindings.DB;
  const shape = (await readSchema(db)).find((one) => one.name === name);
  if (!shape) throw new ApiError("table_not_found");
  if (rows.length === 0) return 0;
  if (rows.some((row) => Object.keys(row).some((column) => !shape.columns.includes(column))))
    throw new ApiError("archive_newer");
  if (organization !== null && name === OF_ALL) return rows.length;
  // Rows are inserted with the columns of the first one: another row's owner could be checked in a column that is left out then.
  const columns = JSON.stringify(Object.keys(rows[0] ?? {}).sort());
  const others =
    organization !== null &&
    (rows.some((row) => JSON.stringify(Object.keys(row).sort()) !== columns) ||
      (await countForeign(db, shape, rows)) > 0 ||
      (await countOthers(db, shape, rows, organization)) > 0);
  if (others) throw new ApiError("installation_not_empty", { detail: ELSEWHERE });
  await insertRows(db, shape, rows, organization).run();
  if (name === "deletions") await hideAgain(bindings);
  if (name === "api_keys") await markTestCalls(bindings, rows);
  return rows.length;
}

/** @returns how many rows it had; 0 where the project is gone */
async function restoreStore(bindings: Sources, project: number, table: string, rows: Row[]): Promise<number> {
  if (table === PASSAGES) return restorePassages(bindings, project, rows);
  if (!isTable(table) && table !== MOVED_SESSIONS) throw new ApiError("archive_newer");
  const is_there = await callStore(bindings, project, (store) => store.restore(project, { table, rows }));
  return is_there ? rows.length : 0;
}

async function restoreLedger(
  bindings: Sources,
  org_id: number,
  part: Omit<LedgerArchivePart, "newest_entry" | "org_id">,
): Promise<void> {
  const newest_entry = await storage.newestEntry(bindings.DB, org_id);
  const result = await callLedger(bindings, org_id, (ledger) => ledger.restore({ ...part, org_id, newest_entry }));
  if (!result.ok) throw new ApiError("installation_not_empty");
}

/** Ends a restore; stores index their transcripts by themselves. */
export async function finishRestore(db: D1Database, actor: Actor, archive: string, now: number): Promise<void> {
  await requireMayRestore(db, actor);
  const organization = await requireRunning(db, archive);
  await storage.finishRestore(db, archive, now).run();
  await audit(db, { ...permit(actor, "backup.restore", organization), target: `archive:${archive}` });
}
