import type { Actor } from "../actor.ts";
import { change, permitIn } from "../change.ts";
import { deleteQuestion } from "../storage/knowledge-questions.ts";

/** An unanswered question that its owner is done with. */
export async function removeQuestion(
  db: D1Database,
  actor: Actor,
  question: { id: number; project_id: number; text: string },
): Promise<void> {
  const { id, project_id, text } = question;
  const record = { ...(await permitIn(db, actor, "question.delete", project_id, `question:${id}`)), change: { text } };
  await change(db, record, deleteQuestion(db, id));
}
