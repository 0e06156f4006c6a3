import { expect, test } from "vitest";
import { belongingsOf, isDeletionOf, onlyOwn } from "../../scripts/backup/one-organization.ts";
import type { ArchivePart, Row } from "../../shared/backup.ts";

const TABLES: Record<string, Row[]> = {
  projects: [
    { id: 1, org_id: 7 },
    { id: 2, org_id: 8 },
    { id: 3, org_id: null },
  ],
  sessions: [
    { id: "ses_a", org_id: 7, project_id: 1 },
    { id: "ses_b", org_id: 8, project_id: 2 },
    // Its project belonged to the other organization then.
    { id: "ses_c", org_id: 8, project_id: 1 },
  ],
  knowledge_pages: [
    { id: 10, project_id: 1 },
    { id: 20, project_id: 2 },
  ],
  api_keys: [
    { id: 5, project_id: 1, key_hash: "aa" },
    { id: 6, project_id: 2, key_hash: "bb" },
  ],
};
async function* rowsOf(table: string): AsyncGenerator<Row> {
  yield* TABLES[table] ?? [];
}
const table = (name: string, rows: Row[]): ArchivePart => ({ kind: "table", name, rows });

test("an archive of one organization has all that is its, and nothing of anybody else", async () => {
  const own = await belongingsOf(7, rowsOf);
  const kept = (name: string, rows: Row[]) => {
    const part = onlyOwn(table(name, rows), own);
    return part?.kind === "table" ? part.rows : [];
  };
  expect(kept("organizations", [{ id: 7 }, { id: 8 }])).toEqual([{ id: 7 }]);
  for (const [name, rows] of Object.entries(TABLES)) expect(kept(name, rows), name).toEqual([rows[0]]);
  expect(
    kept("ledger_entries", [
      { org_id: 7, id: 1 },
      { org_id: 8, id: 1 },
    ]),
  ).toEqual([{ org_id: 7, id: 1 }]);
  expect(kept("session_events", [{ session_id: "ses_a" }, { session_id: "ses_c" }])).toEqual([{ session_id: "ses_a" }]);
  const contacts: Row[] = [
    { session_id: "ses_a", project_id: 1, org_id: null },
    { session_id: "ses_c", project_id: 1, org_id: null },
    { session_id: null, project_id: 1, org_id: null },
    { session_id: null, project_id: 1, org_id: 8 },
    { session_id: null, project_id: 2, org_id: 7 },
    // Of an archive that is older than the column.
    { session_id: null, project_id: 1 },
  ];
  expect(kept("contacts", contacts)).toEqual([contacts[0], contacts[2], contacts[4], contacts[5]]);
  expect(kept("knowledge_chunks", [{ page_id: 20 }, { page_id: 10 }])).toEqual([{ page_id: 10 }]);
  expect(kept("agents", [{ project_id: 2 }])).toEqual([]);
  expect(kept("audit_log", [{ org_id: null }, { org_id: 7 }])).toEqual([{ org_id: 7 }]);
  const deletions = [
    { kind: "project", id: 1, org_id: 7 },
    { kind: "organization", id: 8, org_id: null },
    { kind: "organization", id: 7, org_id: null },
  ];
  expect(kept("deletions", deletions)).toEqual([deletions[0], deletions[2]]);
  expect(isDeletionOf(table("deletions", deletions.slice(0, 2)), 7)).toBe(false);
  expect(isDeletionOf(table("deletions", deletions), 7)).toBe(true);
  // What belongs to the installation stays there.
  expect(kept("idempotency", [{ scope: "operator" }])).toEqual([]);
  expect(kept("operators", [{ email: "a@example.com" }])).toEqual([]);
  // But keys of an older secret need it.
  expect(kept("retired_key_secrets", [{ id: "x" }])).toHaveLength(1);

  const gate = (key_hash: string) => ({ key_hash, key_id: 1, revoked_at: null, state: {} });
  expect(onlyOwn({ kind: "gates", gates: [gate("aa"), gate("bb")] }, own)).toEqual({
    kind: "gates",
    gates: [gate("aa")],
  });
  expect(onlyOwn({ kind: "gates", gates: [gate("bb")] }, own)).toBeNull();
  const counted = (org_id: number): Row => ({ org_id, day: "2026-11-22", name: "open", count: 1 });
  const store = (project: number, owners: number[]): ArchivePart => ({
    ...{ kind: "store", project, table: "counts" },
    rows: owners.map(counted),
  });
  // What was counted before the project had an owner is its owner's now; what others counted there is theirs.
  expect(onlyOwn(store(1, [0, 7, 8]), own)).toEqual(store(1, [7, 7]));
  expect(onlyOwn(store(2, [0, 7, 8]), own)).toEqual(store(2, [7]));
  expect(onlyOwn(store(2, [8]), own)).toBeNull();
  expect(onlyOwn({ kind: "ledger", organization: 8, tables: {} }, own)).toBeNull();
  expect(onlyOwn({ kind: "entries", organization: 7, rows: [] }, own)).not.toBeNull();
});
