import type { Contact } from "../../shared/contacts.ts";
import { LISTED_COLUMNS, within } from "./contacts.ts";

/** Contacts that one statement looks through. */
const LOOKED_AT = 1_000;

export interface ContactFilter {
  project_id: number;
  /** The only organization whose contacts may be seen, `null` for all. */
  scope: number | null;
  /** All of them stand in the contact, each in one of its forms. */
  words: readonly (readonly string[])[];
  done: boolean | null;
}

/** What a search found among the contacts that it looked at. */
export interface ContactsFound {
  found: Contact[];
  /** The last that was looked at; `null` where there are no more. */
  last: number | null;
}

/**
 * The words of a query, each as it can stand in a text whose ASCII letters are small: SQLite knows no capitals beyond those.
 */
export function wordForms(q: string): string[][] {
  const words = new Set(q.normalize("NFC").split(/\s+/).filter(Boolean));
  return [...words].map((word) => {
    const small = word.toLowerCase();
    const [first = ""] = small;
    const forms = [word, small, word.toUpperCase(), first.toUpperCase() + small.slice(first.length)];
    return [...new Set(forms.map((form) => form.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())))];
  });
}

const TEXT = ["name", "email", "phone", "message"].map((column) => `COALESCE(${column}, '')`).join(" || char(10) || ");

const NEXT = `FROM contacts
  WHERE project_id = ?1 AND (?2 IS NULL OR id < ?2) AND ${within("?3")} ORDER BY id DESC LIMIT ?4`;

/** The newest first, below `before`. Not with LIKE: a name may have its wildcards, and D1 allows patterns of 50 bytes only. */
export async function searchContacts(
  db: D1Database,
  { project_id, scope, words, done }: ContactFilter,
  before: number | null,
  limit: number,
): Promise<ContactsFound> {
  if (words.length === 0 && done === null) {
    const page = db.prepare(`SELECT ${LISTED_COLUMNS} ${NEXT}`).bind(project_id, before, scope, limit);
    const { results } = await page.all<Contact>();
    return { found: results, last: results.length === limit ? (results.at(-1)?.id ?? null) : null };
  }
  const next = `SELECT ${LISTED_COLUMNS}, lower(${TEXT}) AS text ${NEXT}`;
  const bound = [project_id, before, scope, LOOKED_AT];
  const [place, rows] = (await db.batch([
    db.prepare(`SELECT COUNT(*) AS count, MIN(id) AS last FROM (SELECT id ${NEXT})`).bind(...bound),
    db
      .prepare(
        `SELECT ${LISTED_COLUMNS} FROM (${next}) WHERE (?7 IS NULL OR (done_at IS NOT NULL) = ?7) AND NOT EXISTS (
           SELECT 1 FROM json_each(?5) AS word WHERE NOT EXISTS (
             SELECT 1 FROM json_each(word.value) AS form WHERE instr(text, form.value) > 0))
         ORDER BY id DESC LIMIT ?6`,
      )
      .bind(...bound, JSON.stringify(words), limit, done === null ? null : Number(done)),
  ])) as [D1Result<{ count: number; last: number }>, D1Result<Contact>];
  const [at] = place.results;
  return { found: rows.results, last: at?.count === LOOKED_AT ? at.last : null };
}
