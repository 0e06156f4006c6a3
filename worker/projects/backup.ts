import * as z from "zod";
import { BACKUP_FORMAT, BACKUP_VERSION, type BackupPlan, type GateShown, type Row } from "../../shared/backup.ts";
import { VERSION } from "../../shared/version.ts";
import type { Actor } from "../actor.ts";
import { audit } from "../change.ts";
import { ApiError, valueError } from "../http/errors.ts";
import { secretId } from "../keys/api-key.ts";
import { dumpPassages, PASSAGES } from "../knowledge/archive.ts";
import type { SearchBindings } from "../knowledge/move-texts.ts";
import { callGate, type GateBindings } from "../objects/key-gate/client.ts";
import { callLedger, type LedgerBindings } from "../objects/org-ledger/client.ts";
import { LEDGER_VERSION } from "../objects/org-ledger/migrations.ts";
import { callStore, type StoreBindings } from "../objects/project-store/client.ts";
import type { StoreKey, StorePage } from "../objects/project-store/rpc.ts";
import { isStoreKey, STORE_VERSION } from "../objects/project-store/tables.ts";
import { permit } from "../permissions.ts";
import { auditDaily } from "../storage/audit.ts";
import { dependentsOf, readRows, readSchema } from "../storage/database-rows.ts";
import { organizationIds, wasGiven } from "../storage/organizations.ts";
import { projectsFrom } from "../storage/projects.ts";
import { listGates } from "../storage/restores.ts";
import type { RotatingSecret } from "../variables.ts";
import { storeRetiredSecrets } from "./key-secrets.ts";

/** Rows of one page. */
const PAGE = 200;
/** Gates and stores asked at a time, and rows of one store. */
const GATES = 50;
const STORES = 10;
const STORE_ROWS = 1_000;
const USE_NEXT = "Use next_cursor of the previous page";
/** What has gone into objects of projects. */
const MOVED = [
  ...["analytics_counts", "analytics_counts_before", "knowledge_questions", "question_sessions", "tool_calls"],
  ...["session_events", "session_usage", "contacts", "session_ratings", "session_analyses", "knowledge_chunks"],
  ...["sessions", "session_persons"],
];

/** Parts can be read without a plan: the audit log tells of that as well. */
async function permitPart(db: D1Database, actor: Actor): Promise<void> {
  const record = { ...permit(actor, "backup.read", null), target: "archive:parts" };
  await auditDaily(db, record, Date.now()).run();
}

/** What a backup reads, and the order in which it is restored. */
export async function planBackup(
  db: D1Database,
  actor: Actor,
  secrets: RotatingSecret,
  now: number,
): Promise<BackupPlan> {
  const archive = crypto.randomUUID();
  await audit(db, { ...permit(actor, "backup.read", null), target: `archive:${archive}` });
  await storeRetiredSecrets(db, secrets, now);
  const schema = await readSchema(db);
  // Keys come late, since no page may use one before everything that it needs is restored; deletions come last, since
  // what they delete must be there.
  const late_tables = [...dependentsOf(schema, "api_keys"), "deletions"];
  return {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    archive,
    service: VERSION,
    columns: Object.fromEntries(schema.map(({ name, columns }) => [name, columns])),
    ledger_version: LEDGER_VERSION,
    store_version: STORE_VERSION,
    key_secret: await secretId(secrets[0]),
    created_at: now,
    tables: schema.map(({ name }) => name).filter((name) => !late_tables.includes(name) && !MOVED.includes(name)),
    late_tables,
    organizations: await organizationIds(db),
  };
}

/** @param cursor of the previous page */
export async function readTable(
  db: D1Database,
  actor: Actor,
  name: string,
  cursor: string | null,
): Promise<{ items: Row[]; next_cursor: string | null }> {
  await permitPart(db, actor);
  const shape = (await readSchema(db)).find((one) => one.name === name);
  if (!shape) throw new ApiError("table_not_found");
  const items = await readRows(db, shape, cursor === null ? null : readCursor(cursor, shape.key.length), PAGE);
  const last = items.length === PAGE ? items.at(-1) : undefined;
  return { items, next_cursor: last ? JSON.stringify(shape.key.map((column) => last[column])) : null };
}

function readCursor(cursor: string, length: number): (string | number)[] {
  try {
    const key = JSON.parse(cursor) as unknown;
    const fits = Array.isArray(key) && key.length === length;
    if (fits && key.every((part) => typeof part === "string" || typeof part === "number")) return key;
  } catch {
    // Refused below.
  }
  throw valueError(["query", "cursor"], USE_NEXT);
}

/** A page of an organization's ledger. `cursor`: the last entry read, and the last one that belongs to the backup. */
export async function readLedger(
  bindings: LedgerBindings & { DB: D1Database },
  actor: Actor,
  org_id: number | null,
  cursor: string | null,
) {
  await permitPart(bindings.DB, actor);
  // Also one that is being deleted, or was since the backup began.
  if (org_id === null || !(await wasGiven(bindings.DB, org_id))) throw new ApiError("organization_not_found");
  const [after = 0, until = null] = cursor === null ? [] : cursor.split("-").map(Number);
  const dump = await callLedger(bindings, org_id, (ledger) => ledger.dump(after, until));
  const { tables, entries, last } = dump;
  return { entries, tables, next_cursor: last < dump.until ? `${last}-${dump.until}` : null };
}

/** The gates of keys that were ever used, by the keys' ids. */
export async function readGates(
  bindings: GateBindings & { DB: D1Database },
  actor: Actor,
  after: number,
): Promise<{ items: GateShown[]; next_cursor: string | null }> {
  await permitPart(bindings.DB, actor);
  const keys = await listGates(bindings.DB, after, GATES);
  const items = await Promise.all(
    keys.map(async ({ id, key_hash }) => {
      const state = await callGate(bindings, key_hash, (gate) => gate.dump());
      return { key_hash, key_id: id, revoked_at: state.revoked_at, state };
    }),
  );
  return { items, next_cursor: keys.length === GATES ? String(keys.at(-1)?.id) : null };
}

type Sources = StoreBindings & SearchBindings;

/** Where the next page of the stores begins: behind this project, or within its store. */
type StoreCursor = [project: number, within: StoreKey | null];

/** What a project's objects keep, from there on. */
async function dumpProject(bindings: Sources, id: number, within: StoreKey | null): Promise<StorePage> {
  const inPassages = within?.[0] === PASSAGES;
  const store: StorePage = inPassages
    ? { parts: [], next: null }
    : await callStore(bindings, id, (store) => store.dump(id, within, STORE_ROWS));
  if (store.next) return store;
  const { rows, next } = await dumpPassages(bindings, id, inPassages ? Number(within[1]) : 0, STORE_ROWS);
  const passages = rows.length > 0 ? [{ table: PASSAGES, rows }] : [];
  return { parts: [...store.parts, ...passages], next: next === null ? null : [PASSAGES, next] };
}

/** The stores of all projects and the passages of their pages, also of those that are being deleted. */
export async function readStores(
  bindings: Sources,
  actor: Actor,
  cursor: string | null,
): Promise<{ items: { project: number; table: string; rows: Row[] }[]; next_cursor: string | null }> {
  await permitPart(bindings.DB, actor);
  const [last, within] = cursor === null ? ([0, null] satisfies StoreCursor) : readStoreCursor(cursor);
  // A store that has more than a page is read alone, from there on.
  const projects = within ? [last] : await projectsFrom(bindings.DB, last, STORES);
  const pages = await Promise.all(projects.map((id) => dumpProject(bindings, id, within)));
  const broken = pages.findIndex(({ next }) => next !== null);
  const whole = broken < 0 ? pages : pages.slice(0, broken + 1);
  const items = whole.flatMap(({ parts }, at) => parts.map((part) => ({ project: projects[at] ?? 0, ...part })));
  const next: StoreCursor = [projects[whole.length - 1] ?? 0, pages[broken]?.next ?? null];
  const over = broken < 0 && within === null && projects.length < STORES;
  return { items, next_cursor: over ? null : JSON.stringify(next) };
}

const storeKey = z
  .tuple([z.string()], z.union([z.int(), z.string()]))
  .refine((key) => (key[0] === PASSAGES ? typeof key[1] === "number" : isStoreKey(key)));
const storeCursor = z.tuple([z.int(), storeKey.nullable()]);

function readStoreCursor(cursor: string): StoreCursor {
  try {
    return storeCursor.parse(JSON.parse(cursor));
  } catch {
    throw valueError(["query", "cursor"], USE_NEXT);
  }
}
