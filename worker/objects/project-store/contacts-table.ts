import type { Contact, ContactLeft } from "../../../shared/contacts.ts";
import { THESE } from "../table-rows.ts";
import type { ContactFilter, ContactGiven, ContactRow, ContactsFound, ContactTold } from "./contact-rpc.ts";
import { newId } from "./new-id.ts";

/** Contacts that one search looks through. */
const LOOKED_AT = 1_000;

/** Of a contact as its session shows it, and as the list of a project has it. */
const SHOWN = "id, session_id, agent_id, name, email, phone, message, consent_text, at";
const LISTED = `${SHOWN}, done_at`;
const TOLD = `${SHOWN}, project_id, org_id`;

/** Those of no session. SQLite would take the index by sessions, and sort. */
const LOOSE = "FROM contacts INDEXED BY contacts_loose WHERE session_id IS NULL";

const TEXT = ["name", "email", "phone", "message"].map((column) => `COALESCE(${column}, '')`).join(" || char(10) || ");
const NEXT = "FROM contacts WHERE (?1 IS NULL OR id < ?1) AND (?2 IS NULL OR org_id = ?2) ORDER BY id DESC LIMIT ?3";

type Selected<Row> = Row & Record<string, SqlStorageValue>;

/** Where a contact comes from: `session_id` is `null` for one that was left without a conversation. */
export interface ContactOrigin {
  project_id: number;
  /** Whose it is, 0 for nobody's. */
  org_id: number;
  session_id: string | null;
  at: number;
}

/** What visitors left to be reached by. */
export class ContactsTable {
  readonly #storage: DurableObjectStorage;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  /** The id of the same contact, if it is here. */
  same(session_id: string | null, digest: string): number | null {
    const sql = "SELECT id FROM contacts WHERE session_id IS ? AND digest = ?";
    return this.#sql.exec<{ id: number }>(sql, session_id, digest).toArray()[0]?.id ?? null;
  }

  /** A form that was sent twice, as after a lost answer, makes one contact. @returns its id */
  add({ project_id, org_id, session_id, at }: ContactOrigin, contact: ContactGiven): number {
    const existing = this.same(session_id, contact.digest);
    if (existing !== null) return existing;
    const { agent_id, name = null, email = null, phone = null, message = null, consent_text, digest } = contact;
    const id = newId(this.#sql, "contacts", project_id);
    this.#sql.exec(
      `INSERT INTO contacts (id, project_id, org_id, session_id, agent_id, name, email, phone, message, consent_text, at, digest)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, project_id, org_id, session_id, agent_id, name, email, phone, message, consent_text, at, digest],
    );
    return id;
  }

  find(id: number, scope: number | null): ContactRow | null {
    return (
      this.#sql
        .exec<Selected<ContactRow>>(
          `SELECT ${LISTED}, project_id, digest FROM contacts WHERE id = ?1 AND (?2 IS NULL OR org_id = ?2)`,
          id,
          scope,
        )
        .toArray()[0] ?? null
    );
  }

  ofSession(session_id: string): ContactLeft[] {
    const sql = `SELECT ${SHOWN} FROM contacts WHERE session_id = ? ORDER BY id`;
    return this.#sql.exec<Selected<ContactLeft>>(sql, session_id).toArray();
  }

  /** The newest of each of these sessions; sessions without any are left out. */
  newest(session_ids: readonly string[]): Map<string, number> {
    const sql = `SELECT session_id, max(id) AS id FROM contacts WHERE session_id IN (${THESE}) GROUP BY session_id`;
    const rows = this.#sql.exec<{ session_id: string; id: number }>(sql, JSON.stringify(session_ids)).toArray();
    return new Map(rows.map(({ session_id, id }) => [session_id, id]));
  }

  /** The newest first, below `before`. Not with LIKE: a name may have its wildcards. */
  search({ scope, words, done }: ContactFilter, before: number | null, limit: number): ContactsFound {
    if (words.length === 0 && done === null) {
      const found = this.#sql.exec<Selected<Contact>>(`SELECT ${LISTED} ${NEXT}`, ...[before, scope, limit]).toArray();
      return { found, last: found.length === limit ? (found.at(-1)?.id ?? null) : null };
    }
    const bound = [before, scope, LOOKED_AT];
    const place = this.#sql
      .exec<{ count: number; last: number }>(
        `SELECT count(*) AS count, min(id) AS last FROM (SELECT id ${NEXT})`,
        ...bound,
      )
      .one();
    const found = this.#sql
      .exec<Selected<Contact>>(
        `SELECT ${LISTED} FROM (SELECT ${LISTED}, lower(${TEXT}) AS text ${NEXT})
         WHERE (?6 IS NULL OR (done_at IS NOT NULL) = ?6) AND NOT EXISTS (
           SELECT 1 FROM json_each(?4) AS word WHERE NOT EXISTS (
             SELECT 1 FROM json_each(word.value) AS form WHERE instr(text, form.value) > 0))
         ORDER BY id DESC LIMIT ?5`,
        ...[...bound, JSON.stringify(words), limit, done === null ? null : Number(done)],
      )
      .toArray();
    return { found, last: place.count === LOOKED_AT ? place.last : null };
  }

  /** Marks it as done at a time, or `null` as not. Done stays when it was. */
  markDone(id: number, at: number | null): void {
    this.#sql.exec("UPDATE contacts SET done_at = ?2 WHERE id = ?1 AND (done_at IS NULL) <> (?2 IS NULL)", id, at);
  }

  /** Contacts that the webhooks were not told of yet, the oldest first. */
  unannounced(limit: number): ContactTold[] {
    const sql = `SELECT ${TOLD} FROM contacts WHERE announced_at IS NULL ORDER BY at, id LIMIT ?`;
    return this.#sql.exec<Selected<ContactTold>>(sql, limit).toArray();
  }

  markAnnounced(ids: readonly number[], at: number): void {
    this.#sql.exec(
      `UPDATE contacts SET announced_at = ?2 WHERE id IN (SELECT value FROM json_each(?1))`,
      JSON.stringify(ids),
      at,
    );
  }

  delete(id: number): void {
    this.#sql.exec("DELETE FROM contacts WHERE id = ?", id);
  }

  forgetSessions(session_ids: readonly string[]): void {
    this.#sql.exec(`DELETE FROM contacts WHERE session_id IN (${THESE})`, JSON.stringify(session_ids));
  }

  /** Those of no session from before an instant. */
  deleteLoose(before: number): void {
    this.#sql.exec(`DELETE ${LOOSE} AND at < ?`, before);
  }

  /** The oldest of no session: its project, and when it was left. */
  oldestLoose(): { project_id: number; at: number } | null {
    const sql = `SELECT project_id, at ${LOOSE} ORDER BY at LIMIT 1`;
    return this.#sql.exec<{ project_id: number; at: number }>(sql).toArray()[0] ?? null;
  }

  /** What was left while the project was nobody's is its first owner's. */
  give(org_id: number): void {
    this.#sql.exec("UPDATE contacts SET org_id = ? WHERE org_id = 0", org_id);
  }
}
