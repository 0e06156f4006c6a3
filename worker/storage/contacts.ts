import type { Contact, ContactFields, ContactLeft } from "../../shared/contacts.ts";
import { type ContactSender, countContact } from "./contact-counts.ts";

export interface ContactRow extends ContactLeft {
  project_id: number;
  /** Whose it is; `null` while the project is in its first organization, for a contact that an earlier version stored. */
  org_id: number | null;
  announced_at: number | null;
}

/** Of a contact as its session shows it. */
export const CONTACT_COLUMNS = "id, session_id, agent_id, name, email, phone, message, consent_text, at";
/** As the list of a project has it. */
export const LISTED_COLUMNS = `${CONTACT_COLUMNS}, done_at`;

export interface NewContact extends ContactFields {
  project_id: number;
  org_id: number | null;
  session_id: string | null;
  agent_id: number | null;
  consent_text: string;
  at: number;
  digest: string;
}

/**
 * Stores a contact, or finds the same one, which is not counted again.
 * @param sender of a contact without a session
 * @returns its id; `null` where the sender may leave no more
 */
export async function insertContact(
  db: D1Database,
  contact: NewContact,
  sender: ContactSender | null = null,
): Promise<number | null> {
  const { project_id, org_id, session_id, agent_id, name, email, phone, message, consent_text, at, digest } = contact;
  const same = db.prepare("SELECT id FROM contacts WHERE project_id = ?1 AND digest = ?2").bind(project_id, digest);
  const id = sender && (await same.first<number>("id"));
  if (id) return id;
  const results = await db.batch<{ id: number }>([
    ...(sender ? countContact(db, sender, at) : []),
    db
      .prepare(
        `INSERT INTO contacts (project_id, session_id, agent_id, name, email, phone, message, consent_text, at, digest, org_id)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 WHERE ${sender ? "changes() > 0" : "true"}
         ON CONFLICT (project_id, digest) DO NOTHING`,
      )
      .bind(
        ...[project_id, session_id, agent_id, name ?? null, email ?? null, phone ?? null, message ?? null],
        ...[consent_text, at, digest, org_id],
      ),
    same,
  ]);
  return results.at(-1)?.results[0]?.id ?? null;
}

/** Not of another organization, which the project has left: of a session that it paid for, or of no session. */
export const within = (scope: string) =>
  `(${scope} IS NULL OR (COALESCE(contacts.org_id, ${scope}) = ${scope} AND NOT EXISTS (
     SELECT 1 FROM sessions WHERE sessions.id = session_id AND sessions.org_id <> ${scope})))`;

/** If the project has left that organization, contacts stay with it. */
export const leaveContacts = (db: D1Database, { id, org_id }: { id: number; org_id: number | null }) =>
  db
    .prepare(
      `UPDATE contacts SET org_id = ?2 WHERE project_id = ?1 AND org_id IS NULL AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = session_id)
         AND (SELECT org_id FROM projects WHERE id = ?1) IS NOT ?2`,
    )
    .bind(id, org_id);

export async function contactsOfSession(db: D1Database, session_id: string): Promise<ContactLeft[]> {
  const { results } = await db
    .prepare(`SELECT ${CONTACT_COLUMNS} FROM contacts WHERE session_id = ?1 ORDER BY id`)
    .bind(session_id)
    .all<ContactLeft>();
  return results;
}

const ONE = `FROM contacts
  WHERE id = ?1 AND (?2 IS NULL OR project_id IN (SELECT id FROM projects WHERE org_id = ?2)) AND ${within("?2")}`;

/** @param scope the only organization whose contacts may be seen, `null` for all */
export const findContact = (db: D1Database, id: number, scope: number | null): Promise<ContactRow | null> =>
  db.prepare(`SELECT ${CONTACT_COLUMNS}, project_id, org_id, announced_at ${ONE}`).bind(id, scope).first<ContactRow>();

/** The same, as the list of its project has it. */
export const readContact = (db: D1Database, id: number, scope: number | null): Promise<Contact | null> =>
  db.prepare(`SELECT ${LISTED_COLUMNS} ${ONE}`).bind(id, scope).first<Contact>();

/** Deletes a contact, and what D1 still has of its session's reports from before there were stores. */
export const deleteContact = (
  db: D1Database,
  id: number,
  session_id: string | null,
): [D1PreparedStatement, D1PreparedStatement] => [
  db.prepare("DELETE FROM contacts WHERE id = ?1").bind(id),
  db.prepare("DELETE FROM session_events WHERE session_id = ?1 AND type = 'contact'").bind(session_id),
];

/** Marks it as done at a time, or `null` as not. Done stays when it was. */
export const markDone = (db: D1Database, id: number, at: number | null): D1PreparedStatement =>
  db.prepare("UPDATE contacts SET done_at = ?2 WHERE id = ?1 AND (done_at IS NULL) <> (?2 IS NULL)").bind(id, at);

/** The digest by which a contact is known. */
export const digestOfContact = (db: D1Database, id: number): Promise<string | null> =>
  db.prepare("SELECT digest FROM contacts WHERE id = ?1").bind(id).first<string>("digest");

/** Selects contacts; all if neither is given. */
export interface TheseContacts {
  ids?: number[];
  session_ids?: string[];
}

/** Contacts that were not enqueued for webhooks yet, the oldest first. @param except these projects' */
export async function unannouncedContacts(
  db: D1Database,
  { ids, session_ids }: TheseContacts,
  except: number[],
  limit: number,
): Promise<ContactRow[]> {
  const [column, values] = session_ids === undefined ? ["id", ids] : ["session_id", session_ids];
  const these = values === undefined ? "" : `AND ${column} IN (SELECT value FROM json_each(?3))`;
  const { results } = await db
    .prepare(
      `SELECT ${CONTACT_COLUMNS}, project_id, org_id, announced_at FROM contacts WHERE announced_at IS NULL
         AND project_id NOT IN (SELECT value FROM json_each(?2)) ${these} ORDER BY at, id LIMIT ?1`,
    )
    .bind(limit, JSON.stringify(except), ...(values === undefined ? [] : [JSON.stringify(values)]))
    .all<ContactRow>();
  return results;
}

export const markAnnounced = (db: D1Database, ids: number[], at: number): D1PreparedStatement =>
  db
    .prepare("UPDATE contacts SET announced_at = ?2 WHERE id IN (SELECT value FROM json_each(?1))")
    .bind(JSON.stringify(ids), at);
