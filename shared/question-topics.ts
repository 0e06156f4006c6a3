import * as z from "zod";
import { integer } from "./fields.ts";
import { openQuestion } from "./knowledge.ts";

/** Weeks that topics are counted by, up to now. */
export const TOPIC_WEEKS = 8;

const questionTopic = z.object({
  text: z.string().describe("As it was asked most."),
  count: integer().positive(),
  weeks: z
    .array(integer())
    .length(TOPIC_WEEKS)
    .describe("How often in each of the last 8 weeks; the last one ends now."),
  last_seen_at: integer().nonnegative(),
  questions: z.array(openQuestion),
});
export type QuestionTopic = z.infer<typeof questionTopic>;

const answeringPage = z.object({ title: z.string(), url: z.string().nullable(), count: integer().positive() });
export type AnsweringPage = z.infer<typeof answeringPage>;

/** Unanswered questions, near ones as one, and what answered the others. */
export const questionTopics = z.object({
  topics: z.array(questionTopic).describe("The most asked first, 200 at most."),
  answered: z
    .array(answeringPage)
    .describe("Pages that stood first where an agent's search was answered in these weeks, the most frequent first."),
});
export type QuestionTopics = z.infer<typeof questionTopics>;
