import type { OpenQuestion } from "../../shared/knowledge.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { auditState, permitIn } from "../change.ts";
import { ApiError } from "../http/errors.ts";
import { logError } from "../log-error.ts";
import { callStore, type StoreBindings, storeOf } from "../objects/project-store/client.ts";
import { projectOfId } from "../objects/project-store/engine.ts";
import type { Asking } from "../objects/project-store/rpc.ts";
import { deleteQuestion } from "../storage/knowledge-questions.ts";
import { type Page, pageOf } from "../storage/page.ts";
import { projectOfQuestion } from "../storage/project-stores.ts";
import { findProject, type Project } from "../storage/projects.ts";

type Sources = StoreBindings & { DB: D1Database };

/**
 * The most frequent first. `after` is how many were shown before; a question that is asked again in between may be on
 * both pages.
 */
export async function listQuestions(
  bindings: StoreBindings,
  { id, version }: Pick<Project, "id" | "version">,
  page: { limit: number; after: number },
): Promise<Page<OpenQuestion>> {
  const rows = await callStore(bindings, id, (store) => store.questions(id, version, page.limit + 1, page.after));
  const { items, next_cursor } = pageOf(rows, page);
  return { items, next_cursor: next_cursor === null ? null : String(page.after + items.length) };
}

/** The question of an id, if the actor may see it. @throws ApiError `question_not_found` */
export async function loadQuestion(
  bindings: Sources,
  actor: Actor,
  id: number | null,
): Promise<OpenQuestion & { project_id: number }> {
  const { DB } = bindings;
  const project_id = id === null ? null : (projectOfId(id) ?? (await projectOfQuestion(DB, id)));
  const project = project_id === null ? null : await findProject(DB, project_id, scopeOf(actor));
  const found =
    id === null || project === null
      ? null
      : await callStore(bindings, project.id, (store) => store.question(project.id, project.version, id));
  if (!found || !project) throw new ApiError("question_not_found");
  return { ...found, project_id: project.id };
}

/** An unanswered question that its owner is done with. The audit log holds none of its words: they are a visitor's. */
export async function removeQuestion(
  bindings: Sources,
  actor: Actor,
  { id, project_id }: { id: number; project_id: number },
): Promise<void> {
  await auditState(bindings.DB, await permitIn(bindings.DB, actor, "question.delete", project_id, `question:${id}`));
  await deleteQuestion(bindings.DB, id).run();
  await callStore(bindings, project_id, (store) => store.deleteQuestion(project_id, id));
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
  bindings: StoreBindings,
  { project_id, org_id, session_id, once }: Asking & { project_id: number },
  questions: readonly string[],
): Promise<void> {
  const counted = questions.flatMap((asked) => {
    const words = normalised(asked.slice(0, LENGTHS.question));
    const text = asked.replace(/\s+/g, " ").trim().slice(0, 500);
    return words === "" ? [] : [{ words, text }];
  });
  if (counted.length === 0) return;
  const asking = { org_id, session_id, once: once === true };
  // Counts are for the owner: the visitor's agent has its answer also where they cannot be kept.
  await storeOf(bindings, project_id)
    .ask(project_id, asking, counted, Date.now())
    .catch((error) => logError("question_not_counted", error, { session_id }));
}
