import * as z from "zod";
import { MAX_PASSAGES } from "../../../shared/knowledge.ts";
import { LENGTHS } from "../../../shared/text-lengths.ts";
import { scopeOf } from "../../actor.ts";
import { countUncounted } from "../../auth/uncounted-costs.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, queryInteger, readQuery } from "../../http/read-request.ts";
import { meaningOf } from "../../knowledge/meaning.ts";
import { removeQuestion as dropQuestion, listQuestions, loadQuestion } from "../../knowledge/questions.ts";
import { searchKnowledge } from "../../knowledge/search.ts";
import { questionTopics } from "../../knowledge/topics.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { projectOfPath } from "./of-path.ts";

const operation = operationsOf("Knowledge");

const query = z.object({
  q: z
    .string()
    .trim()
    .min(1)
    .max(LENGTHS.question)
    .meta({ description: "The question.", example: "What does delivery cost?" }),
  limit: queryInteger({ min: 1, max: 20 }, { description: "The most passages to return." }).default(MAX_PASSAGES),
});

export const search = operation({
  id: "searchKnowledge",
  summary: "See what a question would find",
  description:
    "The passages that an agent would get, best first, with the words that found them, and whether they answer. It is not counted as a question.",
  query,
  answers: { 200: { description: "The passages.", schema: "KnowledgeSearch" } },
  async handle(c) {
    // It costs a question to the embedding model.
    countUncounted(c.var.actor, "searched what agents know");
    const project = await projectOfPath(c);
    const { q, limit } = readQuery(c, query);
    return c.json(await searchKnowledge(c.env, project.id, q, limit));
  },
});

export const meaning = operation({
  id: "readMeaning",
  summary: "See how far passages can be found by meaning",
  description: "Vectors are made in the background; until then, and without a model, words find passages.",
  answers: { 200: { description: "The state.", schema: "KnowledgeMeaning" } },
  async handle(c) {
    const project = await projectOfPath(c);
    return c.json(await meaningOf(c.env, project.id));
  },
});

export const questions = operation({
  id: "listQuestions",
  summary: "List questions that agents found nothing for, the most frequent first",
  page: "QuestionList",
  async handle(c) {
    const project = await projectOfPath(c);
    return c.json(await listQuestions(c.env, project, readPage(c)));
  },
});

export const topics = operation({
  id: "listQuestionTopics",
  summary: "See unanswered questions by topic and week, and what answered the others",
  description: "Questions that ask the same in other words are one topic, named by the one that is asked most.",
  answers: { 200: { description: "The topics.", schema: "QuestionTopics" } },
  async handle(c) {
    const project = await projectOfPath(c);
    return c.json(await questionTopics(c.env, project, scopeOf(c.var.actor), Date.now()));
  },
});

export const removeQuestion = operation({
  id: "deleteQuestion",
  summary: "Delete an unanswered question",
  answers: { 204: "Deleted." },
  async handle(c) {
    await dropQuestion(c.env, c.var.actor, await loadQuestion(c.env, c.var.actor, pathId(c)));
    return c.body(null, 204);
  },
});
