import type { ArchivePart, GateShown, Row } from "../../shared/backup.ts";

/** What belongs to one organization, for an archive of it alone. */
export interface Belongings {
  organization: number;
  projects: Set<unknown>;
  sessions: Set<unknown>;
  pages: Set<unknown>;
  /** Names of its keys' gates. */
  gates: Set<string>;
}

/** Without them, keys made before a rotation do not work. */
const OF_ALL = new Set(["retired_key_secrets"]);

function isOwn(table: string, row: Row, own: Belongings): boolean {
  if (OF_ALL.has(table)) return true;
  if (table === "organizations") return row.id === own.organization;
  if (table === "projects") return own.projects.has(row.id);
  if (table === "deletions" && row.kind === "organization") return row.id === own.organization;
  // The sessions of a project that changed its organization stay with the one that they were charged to; their contacts do so
  // too, and those of no session with the one in their `org_id`, if the project ever left it.
  if (table === "contacts" && row.session_id !== null) return own.sessions.has(row.session_id);
  if (table === "contacts" && row.org_id == null) return own.projects.has(row.project_id);
  if (row.org_id !== undefined) return row.org_id === own.organization;
  if (row.project_id !== undefined) return own.projects.has(row.project_id);
  if (row.session_id !== undefined) return own.sessions.has(row.session_id);
  return row.page_id !== undefined && own.pages.has(row.page_id);
}

/** The part without what belongs to others; `null` where nothing is left of it. What belongs to nobody is left out. */
export function onlyOwn(part: ArchivePart, own: Belongings): ArchivePart | null {
  if (part.kind === "entries" || part.kind === "ledger") return part.organization === own.organization ? part : null;
  if (part.kind === "gates") {
    const gates = part.gates.filter(({ key_hash }: GateShown) => own.gates.has(key_hash));
    return gates.length > 0 ? { ...part, gates } : null;
  }
  if (part.kind === "store") {
    // What was counted while the project was nobody's is its owner's.
    const owner = (row: Row) => (row.org_id === 0 && own.projects.has(part.project) ? own.organization : row.org_id);
    const rows = part.rows.map((row) => ({ ...row, org_id: owner(row) ?? null }));
    const kept = rows.filter(({ org_id }) => org_id === own.organization);
    return kept.length > 0 ? { ...part, rows: kept } : null;
  }
  const rows = part.rows.filter((row) => isOwn(part.name, row, own));
  return rows.length > 0 ? { ...part, rows } : null;
}

export const isDeletionOf = (part: ArchivePart, organization: number): boolean =>
  part.kind === "table" &&
  part.name === "deletions" &&
  part.rows.some(({ kind, id }) => kind === "organization" && id === organization);

/** Reads what the organization has. @param rowsOf all rows of a table */
export async function belongingsOf(
  organization: number,
  rowsOf: (table: string) => AsyncIterable<Row>,
): Promise<Belongings> {
  const own: Belongings = {
    organization,
    projects: new Set(),
    sessions: new Set(),
    pages: new Set(),
    gates: new Set(),
  };
  for await (const row of rowsOf("projects")) if (row.org_id === organization) own.projects.add(row.id);
  for await (const row of rowsOf("sessions")) if (row.org_id === organization) own.sessions.add(row.id);
  for await (const row of rowsOf("knowledge_pages")) if (own.projects.has(row.project_id)) own.pages.add(row.id);
  for await (const row of rowsOf("api_keys")) if (own.projects.has(row.project_id)) own.gates.add(String(row.key_hash));
  return own;
}
