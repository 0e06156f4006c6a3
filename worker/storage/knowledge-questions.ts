import type { OpenQuestion } from "../../shared/knowledge.ts";
import { SEARCH_TOOL } from "../../shared/tool-names.ts";
import { type Page, pageOf } from "./page.ts";

/** Questions that a project stores; a new one replaces the least frequent. */
const MAX_QUESTIONS = 1_000;

/**
 * Counts once more that nothing was found, unless the asking session's organization no longer has the project.
 * @param words the question without case and punctuation
 */
export const countQuestion = (
  db: D1Database,
  question: { project_id: number; org_id: number | null; session_id: string; words: string; text: string },
  now: number,
): D1PreparedStatement[] => [
  db
    .prepare(
      `INSERT INTO knowledge_questions (project_id, words, text, count, last_seen_at)
       SELECT ?1, ?2, ?3, 1, ?4 FROM projects WHERE id = ?1 AND org_id IS ?5
       ON CONFLICT (project_id, words) DO UPDATE SET count = count + 1, last_seen_at = ?4`,
    )
    .bind(question.project_id, question.words, question.text, now, question.org_id),
  db
    .prepare(
      `INSERT INTO question_sessions (session_id, question_id, count)
       SELECT ?1, id, 1 FROM knowledge_questions WHERE changes() > 0 AND project_id = ?2 AND words = ?3
       ON CONFLICT (session_id, question_id) DO UPDATE SET count = count + 1`,
    )
    .bind(question.session_id, question.project_id, question.words),
  db
    .prepare(
      `DELETE FROM knowledge_questions WHERE project_id = ?1 AND id IN (
         SELECT id FROM knowledge_questions WHERE project_id = ?1 AND words != ?2
         ORDER BY count DESC, last_seen_at DESC LIMIT -1 OFFSET ?3)`,
    )
    .bind(question.project_id, question.words, MAX_QUESTIONS - 1),
];

/** Those of these sessions whose agent knows the sources, searched nothing, and whose questions were not counted yet. */
export async function sessionsToldKnowledge(db: D1Database, session_ids: readonly string[]): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT s.id FROM json_each(?1) AS ended JOIN sessions s ON s.id = ended.value JOIN agents a ON a.id = s.agent_id
       WHERE a.knowledge = 1 AND NOT EXISTS (SELECT 1 FROM question_sessions q WHERE q.session_id = s.id)
       AND NOT EXISTS (SELECT 1 FROM tool_calls t WHERE t.session_id = s.id AND t.name = ?2)`,
    )
    .bind(JSON.stringify(session_ids), SEARCH_TOOL)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/**
 * The most frequent first. `after` is how many were shown before; a question that is asked again in between may be on
 * both pages.
 */
export async function listQuestions(
  db: D1Database,
  project_id: number,
  page: { limit: number; after: number },
): Promise<Page<OpenQuestion>> {
  const { results } = await db
    .prepare(
      `SELECT id, text, count, last_seen_at FROM knowledge_questions WHERE project_id = ?1
       ORDER BY count DESC, id LIMIT ?2 OFFSET ?3`,
    )
    .bind(project_id, page.limit + 1, page.after)
    .all<OpenQuestion>();
  const { items, next_cursor } = pageOf(results, page);
  return { items, next_cursor: next_cursor === null ? null : String(page.after + items.length) };
}

export const findQuestion = (
  db: D1Database,
  id: number,
  scope: number | null,
): Promise<{ id: number; project_id: number; text: string } | null> =>
  db
    .prepare(
      `SELECT id, project_id, text FROM knowledge_questions
       WHERE id = ?1 AND (?2 IS NULL OR project_id IN (SELECT id FROM projects WHERE org_id = ?2))`,
    )
    .bind(id, scope)
    .first();

export const deleteQuestion = (db: D1Database, id: number): D1PreparedStatement =>
  db.prepare("DELETE FROM knowledge_questions WHERE id = ?1").bind(id);

/**
 * Takes back what sessions asked; a question that nobody else asked goes. `ids` is an SQL list of session ids whose
 * parameters are bound by the caller. Questions of before sessions were noted keep their counts of then.
 */
export const forgetAsked = (ids: string): string[] => [
  `UPDATE knowledge_questions SET count = count -
     (SELECT SUM(q.count) FROM question_sessions AS q WHERE q.question_id = id AND q.session_id IN (${ids}))
   WHERE id IN (SELECT question_id FROM question_sessions WHERE session_id IN (${ids}))`,
  `DELETE FROM knowledge_questions
   WHERE count <= 0 AND id IN (SELECT question_id FROM question_sessions WHERE session_id IN (${ids}))`,
  `DELETE FROM question_sessions WHERE session_id IN (${ids})`,
];

/** Past the project's retention. */
export const deleteOldQuestions = (db: D1Database, project_id: number, before: number): D1PreparedStatement =>
  db.prepare("DELETE FROM knowledge_questions WHERE project_id = ?1 AND last_seen_at < ?2").bind(project_id, before);

/** If the project has left that organization, the next one does not see them. */
export const leaveQuestions = (db: D1Database, { id, org_id }: { id: number; org_id: number | null }) =>
  db
    .prepare(
      `DELETE FROM knowledge_questions WHERE project_id = ?1
         AND (SELECT org_id FROM projects WHERE id = ?1) IS NOT ?2`,
    )
    .bind(id, org_id);

/** Deletes questions that nobody has asked since then. */
export const forgetQuestions = (db: D1Database, before: number): D1PreparedStatement =>
  db.prepare("DELETE FROM knowledge_questions WHERE last_seen_at < ?1").bind(before);
