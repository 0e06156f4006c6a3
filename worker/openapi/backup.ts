import { MAX_PART_BYTES } from "../../shared/backup.ts";
import type { Operation, Parameter } from "./operation.ts";
import { at, idOf } from "./operator-parts.ts";

const archive = "6f1c1c5e-3f0c-4f6e-9a53-0f2f5f0c9b11";
const manifest = {
  format: "voice-widget-backup",
  version: 1,
  archive,
  service: "0.1.0",
  columns: { organizations: ["id", "name"] },
  ledger_version: 3,
  key_secret: "9f86d081884c7d65",
  created_at: 1_788_523_200_000,
};
const cursor: Parameter = {
  name: "cursor",
  in: "query",
  description: "`next_cursor` of the previous page.",
  schema: { type: "string" },
};
const entry = { id: 1, amount: 36_000, kind: "grant", session_id: null, note: null, at: 1_788_523_200_000 };

/** What `npm run backup` and `npm run restore` call. */
export const backupOperations: Operation[] = [
  {
    id: "planBackup",
    method: "get",
    path: at("/backup"),
    tag: "Backup",
    summary: "Begin a backup",
    description:
      "Lists what to read: tables, then ledgers, then gates. `npm run backup` reads it all and writes one file. Read the tables first: what a ledger has beyond them is published again after a restore. Read `deletions` last: a restore hides and deletes again what it names.",
    access: "operator",
    answers: {
      200: {
        description: "What to read.",
        schema: "BackupPlan",
        example: { ...manifest, tables: ["organizations", "projects"], late_tables: ["api_keys"], organizations: [1] },
      },
    },
  },
  {
    id: "backupTable",
    method: "get",
    path: at("/backup/tables/{name}"),
    tag: "Backup",
    summary: "Read a page of a table",
    access: "operator",
    parameters: [
      {
        name: "name",
        in: "path",
        required: true,
        description: "One of the plan's tables.",
        schema: { type: "string" },
        example: "organizations",
      },
      cursor,
    ],
    answers: {
      200: {
        description: "Rows.",
        schema: "BackupRows",
        example: { items: [{ id: 1, name: "Harbour" }], next_cursor: null },
      },
    },
    errors: ["table_not_found"],
    checksParameters: true,
  },
  {
    id: "backupLedger",
    method: "get",
    path: at("/backup/ledgers/{id}"),
    tag: "Backup",
    summary: "Read a page of an organization's ledger",
    description:
      "All pages show the ledger as it was at the first page; later entries are left out. An organization that is being deleted has one until its deletion comes to it; afterwards it is empty.",
    access: "operator",
    parameters: [idOf("organization"), cursor],
    answers: {
      200: {
        description: "Entries; the first page also holds everything else.",
        schema: "LedgerPart",
        example: { entries: [entry], tables: { account: [{ id: 0, balance: 36_000 }] }, next_cursor: null },
      },
    },
    errors: ["organization_not_found"],
    checksParameters: true,
  },
  {
    id: "backupGates",
    method: "get",
    path: at("/backup/gates"),
    tag: "Backup",
    summary: "Read a page of the keys' gates",
    access: "operator",
    parameters: [cursor],
    answers: {
      200: {
        description: "Gates of keys that were ever used.",
        schema: "GatePage",
        example: {
          items: [{ key_hash: "ab12", key_id: 5, revoked_at: null, state: { revoked_at: null } }],
          next_cursor: null,
        },
      },
    },
    checksParameters: true,
  },
  {
    id: "beginRestore",
    method: "post",
    path: at("/restore"),
    tag: "Backup",
    summary: "Begin to restore an archive",
    description:
      "Only into an installation that is empty or holds only the unchanged demo site, which is replaced. An archive of one organization can also be restored where that organization was deleted at least an hour ago; other organizations there are not touched. An unfinished restore of the same archive is continued. Refused archives change nothing.",
    access: "operator",
    body: { schema: "BackupManifest", example: manifest },
    answers: {
      200: {
        description: "Continue with the parts.",
        schema: "RestoreBegun",
        example: { archive, resumed: false, replaced_demo_site: true },
      },
    },
    errors: [
      "installation_not_empty",
      "organization_in_place",
      "deletion_running",
      "archive_newer",
      "archive_foreign",
      "restore_running",
    ],
  },
  {
    id: "restorePart",
    method: "post",
    path: at("/restore/parts"),
    tag: "Backup",
    summary: "Restore a part of an archive",
    description: "Send the parts in the archive's order. Sending a part twice changes nothing.",
    access: "operator",
    body: {
      schema: "RestorePart",
      example: { archive, part: { kind: "table", name: "organizations", rows: [{ id: 1, name: "Harbour" }] } },
      limit: { bytes: MAX_PART_BYTES, error: "part_too_large" },
    },
    answers: { 200: { description: "The part is restored.", schema: "Restored", example: { kept: 1 } } },
    errors: ["restore_not_begun", "table_not_found", "archive_newer", "installation_not_empty"],
  },
  {
    id: "finishRestore",
    method: "post",
    path: at("/restore/finish"),
    tag: "Backup",
    summary: "Finish a restore",
    access: "operator",
    body: { schema: "RestoreEnd", example: { archive } },
    answers: {
      200: { description: "Done.", schema: "RestoreEnded", example: { archive, finished_at: 1_788_523_200_000 } },
    },
    errors: ["restore_not_begun"],
  },
];
