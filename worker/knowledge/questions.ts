import type { Actor } from "../actor.ts";
import { permit } from "../permissions.ts";
import { auditIfChanged } from "../storage/audit.ts";
import { deleteQuestion } from "../storage/knowledge-questions.ts";
import { findProject } from "../storage/projects.ts";

/** An unanswered question that its owner is done with. */
export async function removeQuestion(
  db: D1Database,
  actor: Actor,
  question: { id: number; project_id: number; text: string },
): Promise<void> {
  const project = await findProject(db, question.project_id, null);
  const record = {
    ...permit(actor, "question.delete", project?.org_id ?? null),
    target: `question:${question.id}`,
    change: { text: question.text },
  };
  await db.batch([deleteQuestion(db, question.id), auditIfChanged(db, record, Date.now())]);
}
