import type { ArchivePart, Row } from "../../shared/backup.ts";
import { ApiError } from "../http/errors.ts";
import { PASSAGES } from "../knowledge/archive.ts";
import { projectOfId } from "../objects/project-store/engine.ts";
import { orgOfSession } from "../session-id.ts";
import { findProject } from "../storage/projects.ts";
import * as storage from "../storage/restores.ts";

export const ELSEWHERE = "The archive comes from another installation; restore it into an empty one";

/**
 * An archive of one organization may have been in its owner's hands: it must not hold the ledger of another, what another
 * has in a store, passages of its pages, or its keys' gates. Rows of tables are looked at where they are inserted.
 */
export async function requireOwn(db: D1Database, part: ArchivePart, organization: number): Promise<void> {
  if (!(await isOwn(db, part, organization))) throw new ApiError("installation_not_empty", { detail: ELSEWHERE });
}

/** Tables whose ids a store gives: the next one follows the greatest. */
const NUMBERED = ["contacts", "questions"];

async function isOwn(db: D1Database, part: ArchivePart, organization: number): Promise<boolean> {
  switch (part.kind) {
    case "table":
      return true;
    case "gates": {
      const hashes = part.gates.map(({ key_hash }) => key_hash);
      return (await storage.countForeignGates(db, hashes, organization)) === 0;
    }
    case "store": {
      const project = part.table === PASSAGES ? await findProject(db, part.project, null) : null;
      const numbered = NUMBERED.includes(part.table);
      const ofStore = ({
        org_id,
        project_id = part.project,
        id,
        session_id = part.table === "sessions" ? id : null,
      }: Row) =>
        org_id === organization &&
        project_id === part.project &&
        (session_id === null || orgOfSession(String(session_id)) === organization) &&
        (!numbered || (projectOfId(Number(id)) ?? part.project) === part.project);
      return (project?.org_id ?? organization) === organization && part.rows.every(ofStore);
    }
    default:
      return part.organization === organization;
  }
}
