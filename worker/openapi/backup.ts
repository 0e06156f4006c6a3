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
  description: "`next_cursor` of the page before.",
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
      "Says what there is to read: tables, then ledgers, then gates. `npm run backup` does it and writes one file. Read the tables first: what a ledger knows beyond them is published again after a restore.",
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
    summary: "Read a page of an organization's books",
    description: "The first page is of one instant; entries that were made after it do not come with later pages.",
    access: "operator",
    parameters: [idOf("organization"), cursor],
    answers: {
      200: {
        description: "Entries, and with the first page everything else.",
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
    summary: "Begin to put an archive back",
    description:
      "Only into an installation that is empty, or holds nothing but the untouched demo site, which is replaced. An archive of one organization also goes back to where that organization was deleted, an hour after it: the others there are not touched. An archive that was begun and not finished goes on. Refused archives change nothing.",
    access: "operator",
    body: { schema: "BackupManifest", example: manifest },
    answers: {
      200: {
        description: "Go on.",
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
    summary: "Put a part of an archive back",
    description: "Parts come in the archive's order; the same part again changes nothing.",
    access: "operator",
    body: {
      schema: "RestorePart",
      example: { archive, part: { kind: "table", name: "organizations", rows: [{ id: 1, name: "Harbour" }] } },
      limit: { bytes: MAX_PART_BYTES, error: "part_too_large" },
    },
    answers: { 200: { description: "It is there.", schema: "Restored", example: { kept: 1 } } },
    errors: ["restore_not_begun", "table_not_found", "archive_newer", "installation_not_empty"],
  },
  {
    id: "finishRestore",
    method: "post",
    path: at("/restore/finish"),
    tag: "Backup",
    summary: "Say that every part is there",
    access: "operator",
    body: { schema: "RestoreEnd", example: { archive } },
    answers: {
      200: { description: "Done.", schema: "RestoreEnded", example: { archive, finished_at: 1_788_523_200_000 } },
    },
    errors: ["restore_not_begun"],
  },
];
