import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Actor } from "../actor.ts";
import { change, permitIn } from "../change.ts";
import { countQuestion, deleteQuestion } from "../storage/knowledge-questions.ts";

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

const normalised = (question: string) =>
  question
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim()
    .slice(0, 500);

/** Questions of one session that nothing answers: their owner will see them. */
export async function countUnanswered(
  db: D1Database,
  of: { project_id: number; org_id: number; session_id: string },
  questions: readonly string[],
): Promise<void> {
  const counted = questions.flatMap((asked) => {
    const words = normalised(asked.slice(0, LENGTHS.question));
    const text = asked.replace(/\s+/g, " ").trim().slice(0, 500);
    return words === "" ? [] : countQuestion(db, { ...of, words, text }, Date.now());
  });
  if (counted.length === 0) return;
  // Counts are for the owner: the visitor's agent has its answer also where they cannot be kept.
  await db
    .batch(counted)
    .catch((error) =>
      console.error(JSON.stringify({ event: "question_not_counted", session_id: of.session_id, error: String(error) })),
    );
}
