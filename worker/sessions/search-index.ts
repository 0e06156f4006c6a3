import { DOCUMENTS_PER_MS, pendingDocuments, type SearchDocument, writeDocuments } from "../storage/session-search.ts";
import { lastUtterances } from "./transcript.ts";

/** Sessions that are indexed in one step. */
const STEP = 50;
/** Lines and characters of one session that can be found. */
const MAX_LINES = 5_000;
const MAX_CHARACTERS = 200_000;

/**
 * Scripts that are written without spaces: each character is a word of its own, so that any part of a text is found.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
const spaced = (text: string): string => text.replace(UNSPACED, " $& ");

/** The words of a query for FTS5: all must match, and none is an operator. `null` if there is no word. */
export function matchOf(project_id: number, q: string): string | null {
  const words = q.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.length === 0) return null;
  const phrases = words.map((word) => `words : "${spaced(word).trim().replace(/\s+/g, " ")}"`);
  return [`project : "p${project_id}"`, ...phrases].join(" AND ");
}

/**
 * Brings the search up to date with what was said since.
 * @param project_id only of this project, `null` for all
 * @returns how many sessions were indexed
 */
export async function indexPending(db: D1Database, project_id: number | null, most: number): Promise<number> {
  let done = 0;
  while (done < most) {
    const read_at = Date.now();
    const pending = await pendingDocuments(db, project_id, Math.min(STEP, most - done));
    if (pending.length === 0) break;
    const lines = await lastUtterances(
      db,
      pending.map(({ id }) => id),
      MAX_LINES,
    );
    const documents = pending.map((session): SearchDocument => {
      const said = lines.filter(({ session_id }) => session_id === session.id).map(({ text }) => text);
      return {
        id: session.document ?? session.started_at * DOCUMENTS_PER_MS + Math.floor(Math.random() * DOCUMENTS_PER_MS),
        session_id: session.id,
        project_id: session.project_id,
        words: spaced(said.join("\n").slice(0, MAX_CHARACTERS)),
      };
    });
    await db.batch(writeDocuments(db, documents, read_at));
    done += pending.length;
    if (pending.length < STEP) break;
  }
  return done;
}
