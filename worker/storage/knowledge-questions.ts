/**
 * Unanswered questions of before there were stores. They stay for one release, for a Worker that was rolled back; what is
 * deleted, forgotten or too old goes here as well.
 */

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

/** If the project has left that organization, the next one does not see them. */
export const leaveQuestions = (db: D1Database, { id, org_id }: { id: number; org_id: number | null }) =>
  db
    .prepare(
      `DELETE FROM knowledge_questions WHERE project_id = ?1
         AND (SELECT org_id FROM projects WHERE id = ?1) IS NOT ?2`,
    )
    .bind(id, org_id);

/** Deletes questions that nobody has asked since that time. */
export const forgetQuestions = (db: D1Database, before: number): D1PreparedStatement =>
  db.prepare("DELETE FROM knowledge_questions WHERE last_seen_at < ?1").bind(before);
