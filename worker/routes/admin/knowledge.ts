import type { Context } from "hono";
import * as z from "zod";
import { MAX_PASSAGES } from "../../../shared/knowledge.ts";
import { LENGTHS } from "../../../shared/text-lengths.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, queryInteger, readQuery } from "../../http/read-request.ts";
import { loadQuestion } from "../../knowledge/load.ts";
import { removeQuestion as dropQuestion } from "../../knowledge/questions.ts";
import { searchKnowledge } from "../../knowledge/search.ts";
import { loadProject } from "../../projects/load.ts";
import { listQuestions } from "../../storage/knowledge-questions.ts";

const query = z.object({
  q: z.string().trim().min(1).max(LENGTHS.question),
  limit: queryInteger({ min: 1, max: 20 }).default(MAX_PASSAGES),
});

/** `GET /admin/v1/projects/{id}/knowledge/search?q=`: the passages that an agent would get, and why. */
export async function search(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
  const { q, limit } = readQuery(c, query);
  return c.json(await searchKnowledge(c.env, project.id, q, limit));
}

/** `GET /admin/v1/projects/{id}/questions`: questions that agents found nothing for, the most frequent first. */
export async function questions(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
  return c.json(await listQuestions(c.env.DB, project.id, readPage(c)));
}

export async function removeQuestion(c: Context<AppEnv>): Promise<Response> {
  await dropQuestion(c.env.DB, c.var.actor, await loadQuestion(c.env.DB, c.var.actor, pathId(c)));
  return c.body(null, 204);
}
