import * as z from "zod";
import { integer } from "./fields.ts";

/** Backups as the operator's calls carry them. An archive is a file of such parts, see scripts/backup/archive.ts. */

export const BACKUP_FORMAT = "voice-widget-backup";
/** Grows when an older service could not put an archive back. */
export const BACKUP_VERSION = 3;
/** The most that one part of an archive may have, as JSON. */
export const MAX_PART_BYTES = 4 * 1024 * 1024;

const name = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, "Write the name of a table");
const value = z.union([z.string(), z.number(), z.null()]);
export const row = z.record(z.string(), value);
export type Row = z.infer<typeof row>;
const rows = z.array(row);

export const backupManifest = z.strictObject({
  format: z.literal(BACKUP_FORMAT, { error: "This is no archive of this service" }),
  version: z.int().positive(),
  archive: z
    .string()
    .regex(/^[0-9a-f-]{36}$/)
    .describe("Names the archive"),
  service: z.string().describe("The service's version"),
  columns: z.record(name, z.array(name)).describe("What the database has: columns by table"),
  ledger_version: z.int().describe("Version of the tables of a ledger"),
  store_version: z.int().optional().describe("Version of the tables of a project's store; an older archive has none"),
  key_secret: z.string().describe("Fingerprint of the `KEY_SECRET` that its keys need"),
  created_at: integer(),
  organization: integer()
    .positive()
    .optional()
    .describe("The only one whose belongings it has; such an archive may also go back to where that one was deleted"),
});
export type BackupManifest = z.infer<typeof backupManifest>;

export const backupPlan = z.object({
  ...backupManifest.shape,
  tables: z.array(name).describe("In the order in which they are put back"),
  late_tables: z
    .array(name)
    .describe(
      "Tables that are put back last, after ledgers and gates: keys and what needs them, then what is being deleted",
    ),
  organizations: z.array(integer()).describe("Each has a ledger"),
});
export type BackupPlan = z.infer<typeof backupPlan>;

export const backupRows = z.object({ items: rows, next_cursor: z.string().nullable() });

const tables = z.record(name, rows);
export const ledgerPart = z.object({
  entries: rows.describe("Entries of the ledger, by number"),
  tables: tables.nullable().describe("Everything else, read in one instant; it comes with the first page"),
  next_cursor: z.string().nullable(),
});
const gateShown = z.object({
  key_hash: z.string(),
  key_id: integer(),
  revoked_at: integer().nullable(),
  state: z.unknown().describe("Policy and counts, as the gate keeps them"),
});
export const gatePage = z.object({ items: z.array(gateShown), next_cursor: z.string().nullable() });
export type GateShown = z.infer<typeof gateShown>;

const ofStore = { project: integer().describe("Whose store it is"), table: name, rows };
export const storePage = z.object({
  items: z.array(z.object(ofStore)),
  next_cursor: z.string().nullable(),
});

/** One part of an archive. */
export const archivePart = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("table"), name, rows }),
  z.object({ kind: z.literal("entries"), organization: integer(), rows }),
  z.object({ kind: z.literal("ledger"), organization: integer(), tables }),
  z.object({ kind: z.literal("gates"), gates: z.array(gateShown) }),
  z.object({ kind: z.literal("store"), ...ofStore }),
]);
export type ArchivePart = z.infer<typeof archivePart>;

export const restorePart = z.strictObject({ archive: z.string(), part: archivePart });
export const restoreEnd = z.strictObject({ archive: z.string() });
export const restoreBegun = z.object({
  archive: z.string(),
  resumed: z.boolean().describe("It was begun before and goes on"),
  replaced_demo_site: z.boolean().describe("The demo site that nobody had touched is gone"),
});
export const restored = z.object({ kept: integer().describe("Rows of the part that are there now") });
export const restoreEnded = z.object({ archive: z.string(), finished_at: integer() });
