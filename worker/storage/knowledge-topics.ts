import type { OpenQuestion } from "../../shared/knowledge.ts";
import type { AnsweringPage } from "../../shared/question-topics.ts";
import { SEARCH_TOOL } from "../../shared/tool-names.ts";

/** Conversations that are looked at, the newest. */
const MAX_SESSIONS = 2_000;
const MAX_PAGES = 20;
/** As many as a project stores, see `countQuestion`. */
const MAX_QUESTIONS = 1_000;
const MAX_ASKED = 10_000;

/** All unanswered questions of a project, the most asked first. */
export const topQuestions = async (db: D1Database, project_id: number): Promise<OpenQuestion[]> =>
  (
    await db
      .prepare(
        `SELECT id, text, count, last_seen_at FROM knowledge_questions WHERE project_id = ?1
         ORDER BY count DESC, id LIMIT ?2`,
      )
      .bind(project_id, MAX_QUESTIONS)
      .all<OpenQuestion>()
  ).results;

/** How often each question was asked in each conversation that began since then. */
export const questionWeeks = async (db: D1Database, project_id: number, since: number) =>
  (
    await db
      .prepare(
        `SELECT a.question_id, s.started_at, a.count FROM knowledge_questions q
         JOIN question_sessions a ON a.question_id = q.id JOIN sessions s ON s.id = a.session_id
         WHERE q.project_id = ?1 AND s.started_at >= ?2 ORDER BY s.started_at DESC LIMIT ?3`,
      )
      .bind(project_id, since, MAX_ASKED)
      .all<{ question_id: number; started_at: number; count: number }>()
  ).results;

/** The pages that stood first where a search of an agent was answered, the most frequent first. */
export const answeringPages = async (
  db: D1Database,
  { project_id, scope, since }: { project_id: number; scope: number | null; since: number },
): Promise<AnsweringPage[]> =>
  (
    await db
      .prepare(
        `SELECT json_extract(t.outcome_json, '$.result.passages[0].title') AS title,
           json_extract(t.outcome_json, '$.result.passages[0].url') AS url, count(*) AS count
         FROM (SELECT id FROM sessions WHERE project_id = ?1 AND started_at >= ?2 AND (?3 IS NULL OR org_id = ?3)
           ORDER BY started_at DESC LIMIT ?4) s
         JOIN tool_calls t ON t.session_id = s.id
         WHERE t.name = ?5 AND json_extract(t.outcome_json, '$.result.found') = 1
         GROUP BY 1, 2 HAVING title IS NOT NULL ORDER BY count DESC, title LIMIT ?6`,
      )
      .bind(project_id, since, scope, MAX_SESSIONS, SEARCH_TOOL, MAX_PAGES)
      .all<AnsweringPage>()
  ).results;
