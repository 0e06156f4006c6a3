import { type Actor, auditActor } from "../actor.ts";
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
    ...auditActor(actor, project?.org_id ?? null),
    action: "question.delete",
    target: `question:${question.id}`,
    change: { text: question.text },
  };
  await db.batch([deleteQuestion(db, question.id), auditIfChanged(db, record, Date.now())]);
}
