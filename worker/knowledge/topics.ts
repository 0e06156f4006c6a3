import type { OpenQuestion } from "../../shared/knowledge.ts";
import { type QuestionTopic, type QuestionTopics, TOPIC_WEEKS } from "../../shared/question-topics.ts";
import { questionWords } from "../documents/words.ts";
import { knowledgeSize } from "../storage/knowledge-sources.ts";
import { answeringPages, questionWeeks, topQuestions } from "../storage/knowledge-topics.ts";

/** How much of what two questions ask they have in common, on average, from which on they are one. Rare words count more. */
const NEAR = 0.5;
const MAX_TOPICS = 200;
const WEEK_MS = 7 * 86_400_000;

/** What a question asks: its words, each with how much it tells, by all that may stand for it. */
type Asked = { terms: Set<string>; weight: number }[];

const weightOf = (asked: Asked): number => asked.reduce((sum, { weight }) => sum + weight, 0);

/** How much of `one` stands in `other` as well, 0 to 1. */
function share(one: Asked, other: Asked): number {
  const held = one.filter(({ terms }) => other.some((word) => [...word.terms].some((term) => terms.has(term))));
  return weightOf(held) / (weightOf(one) || 1);
}

/** Near questions are one topic, named by the one that is asked most. @param questions the most asked first */
export function topicsOf<Question extends { text: string }>(
  questions: readonly Question[],
  languages: readonly string[],
): Question[][] {
  const words = questions.map(({ text }) =>
    questionWords(text, languages).map(({ terms, near }) => new Set([...terms, ...near])),
  );
  const holding = new Map<string, number>();
  for (const term of words.flatMap((sets) => [...new Set(sets.flatMap((set) => [...set]))]))
    holding.set(term, (holding.get(term) ?? 0) + 1);
  const asked = words.map(
    (sets): Asked =>
      sets.map((terms) => ({
        terms,
        weight: Math.log(1 + questions.length / Math.max(1, ...[...terms].map((term) => holding.get(term) ?? 1))),
      })),
  );
  const topics: { first: Asked; questions: Question[] }[] = [];
  const byTerm = new Map<string, Set<(typeof topics)[number]>>();
  questions.forEach((question, at) => {
    const own = asked[at] ?? [];
    const met = new Set(own.flatMap(({ terms }) => [...terms].flatMap((term) => [...(byTerm.get(term) ?? [])])));
    const topic = [...met].find(({ first }) => (share(own, first) + share(first, own)) / 2 >= NEAR);
    if (topic) {
      topic.questions.push(question);
      return;
    }
    const made = { first: own, questions: [question] };
    topics.push(made);
    for (const term of own.flatMap(({ terms }) => [...terms]))
      byTerm.set(term, (byTerm.get(term) ?? new Set()).add(made));
  });
  return topics.map(({ questions }) => questions);
}

/**
 * What visitors asked without an answer, near questions as one, by weeks, and which pages answered the others.
 * @param scope the only organization whose conversations count, `null` for all
 */
export async function questionTopics(
  db: D1Database,
  project_id: number,
  scope: number | null,
  now: number,
): Promise<QuestionTopics> {
  const since = now - TOPIC_WEEKS * WEEK_MS;
  const [{ languages }, questions, answered] = await Promise.all([
    knowledgeSize(db, project_id),
    topQuestions(db, project_id),
    answeringPages(db, { project_id, scope, since }),
  ]);
  const weeks = new Map<number, number[]>();
  for (const { question_id, started_at, count } of await questionWeeks(db, project_id, since)) {
    const counts = weeks.get(question_id) ?? Array.from({ length: TOPIC_WEEKS }, () => 0);
    const week = TOPIC_WEEKS - 1 - Math.floor((now - started_at) / WEEK_MS);
    counts[week] = (counts[week] ?? 0) + count;
    weeks.set(question_id, counts);
  }
  const topics = topicsOf(questions, languages).map((group): QuestionTopic => {
    const [first] = group as [OpenQuestion];
    return {
      text: first.text,
      count: group.reduce((sum, { count }) => sum + count, 0),
      weeks: Array.from({ length: TOPIC_WEEKS }, (_, week) =>
        group.reduce((sum, { id }) => sum + (weeks.get(id)?.[week] ?? 0), 0),
      ),
      last_seen_at: Math.max(...group.map(({ last_seen_at }) => last_seen_at)),
      questions: group,
    };
  });
  topics.sort((one, other) => other.count - one.count || other.last_seen_at - one.last_seen_at);
  return { topics: topics.slice(0, MAX_TOPICS), answered };
}
