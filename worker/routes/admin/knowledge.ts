import type { Context } from "hono";
import * as z from "zod";
import { MAX_PASSAGES } from "../../../shared/knowledge.ts";
import { type AppEnv, scopeOf } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, queryInteger, readQuery } from "../../http/read-request.ts";
import { MAX_QUESTION, searchKnowledge } from "../../knowledge/search.ts";
import { auditIfChanged } from "../../storage/audit.ts";
import { deleteQuestion, findQuestion, listQuestions } from "../../storage/knowledge-questions.ts";
import { findProject } from "../../storage/projects.ts";
import { auditActor, loadProjectOfPath } from "./load.ts";

const query = z.object({
  q: z.string().trim().min(1).max(MAX_QUESTION),
  limit: queryInteger({ min: 1, max: 20 }).default(MAX_PASSAGES),
});

/** `GET /admin/v1/projects/{id}/knowledge/search?q=`: what an agent would be told, and why. */
export async function search(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  const { q, limit } = readQuery(c, query);
  const { items, words } = await searchKnowledge(c.env, project.id, q, limit);
  return c.json({ items, words });
}

/** `GET /admin/v1/projects/{id}/questions`: what agents found nothing for, the most asked first. */
export async function questions(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  return c.json(await listQuestions(c.env.DB, project.id, readPage(c)));
}

export async function removeQuestion(c: Context<AppEnv>): Promise<Response> {
  const id = pathId(c);
  const question = id === null ? null : await findQuestion(c.env.DB, id, scopeOf(c.var.actor));
  if (!question) throw new ApiError("question_not_found");
  const project = await findProject(c.env.DB, question.project_id, null);
  const record = {
    ...auditActor(c, project?.org_id ?? null),
    action: "question.delete",
    target: `question:${question.id}`,
    change: { text: question.text },
  };
  await c.env.DB.batch([deleteQuestion(c.env.DB, question.id), auditIfChanged(c.env.DB, record, Date.now())]);
  return c.body(null, 204);
}
