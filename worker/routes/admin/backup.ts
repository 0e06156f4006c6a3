import type { Context } from "hono";
import * as z from "zod";
import { backupManifest, MAX_PART_BYTES, restoreEnd, restorePart } from "../../../shared/backup.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";
import { pathId, queryCursor, readQuery } from "../../http/read-request.ts";
import { operationsOf } from "../../openapi/operation.ts";
import * as backup from "../../projects/backup.ts";
import * as restore from "../../projects/restore.ts";
import { readVariables } from "../../variables.ts";

const operation = operationsOf("Backup");

/** Backups are read and restored in parts, see scripts/backup/. */

const tableQuery = z.object({ cursor: queryCursor(z.string().max(2_000)).optional() });
const numberQuery = z.object({
  cursor: queryCursor(z.string().regex(/^\d{1,15}(-\d{1,15})?$/, "Use next_cursor of the previous page")).optional(),
});
const secretsOf = (c: Context<AppEnv>) => readVariables(c.env).KEY_SECRET;

export const plan = operation({
  id: "planBackup",
  summary: "Begin a backup",
  description:
    "Lists what to read: tables, then ledgers, then stores and gates. `npm run backup` reads it all and writes one file. Read the tables first: what a ledger has beyond them is published again after a restore. Read `deletions` last: a restore hides and deletes again what it names.",
  answers: { 200: { description: "What to read.", schema: "BackupPlan" } },
  handle: async (c) => c.json(await backup.planBackup(c.env.DB, c.var.actor, secretsOf(c), Date.now())),
});

export const table = operation({
  id: "backupTable",
  summary: "Read a page of a table",
  query: tableQuery,
  answers: { 200: { description: "Rows.", schema: "BackupRows" } },
  errors: ["table_not_found"],
  async handle(c) {
    const { cursor } = readQuery(c, tableQuery);
    return c.json(await backup.readTable(c.env.DB, c.var.actor, c.req.param("name") ?? "", cursor ?? null));
  },
});

export const ledger = operation({
  id: "backupLedger",
  summary: "Read a page of an organization's ledger",
  description:
    "All pages show the ledger as it was at the first page; later entries are left out. An organization that is being deleted has one until its deletion comes to it; afterwards it is empty.",
  query: numberQuery,
  answers: { 200: { description: "Entries; the first page also holds everything else.", schema: "LedgerPart" } },
  async handle(c) {
    const { cursor } = readQuery(c, numberQuery);
    return c.json(await backup.readLedger(c.env, c.var.actor, pathId(c), cursor ?? null));
  },
});

export const gates = operation({
  id: "backupGates",
  summary: "Read a page of the keys' gates",
  query: numberQuery,
  answers: { 200: { description: "Gates of keys that were ever used.", schema: "GatePage" } },
  async handle(c) {
    const { cursor } = readQuery(c, numberQuery);
    return c.json(await backup.readGates(c.env, c.var.actor, Number.parseInt(cursor ?? "0", 10)));
  },
});

export const stores = operation({
  id: "backupStores",
  summary: "Read a page of the projects' stores",
  description: "A project whose pages and calls left nothing has no rows.",
  query: tableQuery,
  answers: { 200: { description: "Rows of stores, by project.", schema: "StorePage" } },
  async handle(c) {
    const { cursor } = readQuery(c, tableQuery);
    return c.json(await backup.readStores(c.env, c.var.actor, cursor ?? null));
  },
});

export const begin = operation({
  id: "beginRestore",
  summary: "Begin to restore an archive",
  description:
    "Only into an installation that is empty or holds only the unchanged demo site, which is replaced. An archive of one organization can also be restored where that organization was deleted at least an hour ago; other organizations there are not touched. An unfinished restore of the same archive is continued. Refused archives change nothing.",
  body: backupManifest,
  answers: { 200: { description: "Continue with the parts.", schema: "RestoreBegun" } },
  errors: [
    "installation_not_empty",
    "organization_in_place",
    "deletion_running",
    "archive_newer",
    "archive_foreign",
    "restore_running",
  ],
  async handle(c, readBody) {
    const manifest = await readBody();
    return c.json(await restore.beginRestore(c.env, c.var.actor, secretsOf(c), manifest, Date.now()));
  },
});

export const part = operation({
  id: "restorePart",
  summary: "Restore a part of an archive",
  description: "Send the parts in the archive's order. Sending a part twice changes nothing.",
  body: restorePart,
  bodyLimit: { bytes: MAX_PART_BYTES, error: "part_too_large" },
  answers: { 200: { description: "The part is restored.", schema: "Restored" } },
  errors: ["restore_not_begun", "table_not_found", "archive_newer", "installation_not_empty"],
  async handle(c, readBody) {
    const body = await readBody();
    try {
      return c.json({ kept: await restore.restorePart(c.env, c.var.actor, body.archive, body.part) });
    } catch (error) {
      if (/unknown (table|column)/.test(String(error))) throw new ApiError("archive_newer", { cause: error });
      throw error;
    }
  },
});

export const finish = operation({
  id: "finishRestore",
  summary: "Finish a restore",
  body: restoreEnd,
  answers: { 200: { description: "Done.", schema: "RestoreEnded" } },
  errors: ["restore_not_begun"],
  async handle(c, readBody) {
    const { archive } = await readBody();
    const now = Date.now();
    await restore.finishRestore(c.env.DB, c.var.actor, archive, now);
    return c.json({ archive, finished_at: now });
  },
});
