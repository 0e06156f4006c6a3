import { packs } from "../packs.ts";
import { DOCUMENTS_PER_MS, pendingDocuments, type SearchDocument, writeDocuments } from "../storage/session-search.ts";
import { lastUtterances, readableGroups } from "./transcript.ts";

/** Sessions that are looked up in one step. */
const STEP = 50;
/** Lines and characters of one session that can be found. */
const MAX_LINES = 5_000;
const MAX_CHARACTERS = 200_000;
/** Bytes of JSON that are written at once, unless one session has more; D1 takes 2 MB at most in one value. */
const MAX_JSON = 600_000;

/**
 * Scripts that are written without spaces: each character is a word of its own, so that any part of a text is found.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
const spaced = (text: string): string => text.replace(UNSPACED, " $& ");

/** The words of a query for FTS5: all must match, and none is an operator. `null` if there is no word. */
export function matchOf(project_id: number, q: string): string | null {
  const words = q.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  if (words.length === 0) return null;
  const phrases = words.map((word) => `words : "${spaced(word).trim().replace(/\s+/g, " ")}"`);
  return [`project : "p${project_id}"`, ...phrases].join(" AND ");
}

type Pending = Awaited<ReturnType<typeof pendingDocuments>>[number];

/**
 * Brings the search up to date with what was said since. A session that cannot be indexed stays as it was, and the
 * others are.
 * @param project_id only of this project, `null` for all
 * @returns how many sessions were indexed
 */
export async function indexPending(db: D1Database, project_id: number | null, most: number): Promise<number> {
  let indexed = 0;
  let after = "";
  for (let tried = 0; tried < most; ) {
    const step = Math.min(STEP, most - tried);
    const pending = await pendingDocuments(db, project_id, after, step);
    indexed += await indexEach(db, pending);
    tried += pending.length;
    after = pending.at(-1)?.id ?? after;
    if (pending.length < step) break;
  }
  return indexed;
}

/** @returns how many of them were indexed */
async function indexEach(db: D1Database, sessions: Pending[]): Promise<number> {
  try {
    await indexTogether(db, sessions);
    return sessions.length;
  } catch (error) {
    const [only] = sessions;
    if (sessions.length > 1) {
      let indexed = 0;
      for (const session of sessions) indexed += await indexEach(db, [session]);
      return indexed;
    }
    console.error(
      JSON.stringify({ event: "search_index_failed", session_id: only?.id, error: String(error).slice(0, 300) }),
    );
    return 0;
  }
}

async function indexTogether(db: D1Database, sessions: Pending[]): Promise<void> {
  const groups = await readableGroups(
    db,
    sessions.map(({ id }) => id),
  );
  for (const ids of groups) {
    const read_at = Date.now();
    const lines = await lastUtterances(db, ids, MAX_LINES);
    const documents = sessions
      .filter(({ id }) => ids.includes(id))
      .map((session): SearchDocument => {
        const said = lines.filter(({ session_id }) => session_id === session.id).map(({ text }) => text);
        return {
          id: session.document ?? session.started_at * DOCUMENTS_PER_MS + Math.floor(Math.random() * DOCUMENTS_PER_MS),
          session_id: session.id,
          project_id: session.project_id,
          words: spaced(said.join("\n").slice(0, MAX_CHARACTERS)),
        };
      });
    for (const pack of packed(documents)) await db.batch(writeDocuments(db, pack, read_at));
  }
}

const encoder = new TextEncoder();

/** Documents in packs that each fit into one value of D1. */
const packed = (documents: readonly SearchDocument[]): SearchDocument[][] =>
  packs(documents, (document) => encoder.encode(JSON.stringify(document)).length, MAX_JSON);
