import type { OpenQuestion } from "../../shared/knowledge.ts";
import { type QuestionTopic, type QuestionTopics, TOPIC_WEEKS } from "../../shared/question-topics.ts";
import { DAY_MS } from "../../shared/time.ts";
import { questionWords } from "../documents/words.ts";
import { callStore, type StoreBindings } from "../objects/project-store/client.ts";
import { knowledgeSize } from "../storage/knowledge-sources.ts";
import type { Project } from "../storage/projects.ts";
import { type MeaningBindings, sameInMeaning } from "./meaning.ts";

/** Two questions are one topic if they share this much of what they ask, on average. Rare words count more. */
const NEAR = 0.5;
const MAX_TOPICS = 200;
const WEEK_MS = 7 * DAY_MS;

interface Word {
  /** All that may stand for it. */
  terms: Set<string>;
  /** How much it tells. */
  weight: number;
}

/** What a question asks. */
interface Asked {
  words: Word[];
  heaviest_first: Word[];
  /** Terms of all its words together. */
  terms: Set<string>;
  weight: number;
}

function meets(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const term of some) if (others.has(term)) return true;
  return false;
}

/** What is left of a sum that should be nothing. */
const ROUNDING = 1e-9;

/** Whether a share of `one` stands in `other` as well. It ends with the first word by which that can no longer be. */
function isHeld(one: Asked, other: Asked, share: number): boolean {
  let spare = (1 - share) * one.weight + ROUNDING;
  return one.heaviest_first.every(({ terms, weight }) => {
    if (!meets(terms, other.terms)) spare -= weight;
    return spare >= 0;
  });
}

function askedIn(texts: readonly string[], languages: readonly string[]): Asked[] {
  const all = texts.map((text) =>
    questionWords(text, languages).map(({ terms, near }) => new Set([...terms, ...near])),
  );
  const holding = new Map<string, number>();
  for (const term of all.flatMap((sets) => [...new Set(sets.flatMap((set) => [...set]))]))
    holding.set(term, (holding.get(term) ?? 0) + 1);
  return all.map((sets) => {
    const words = sets.map((terms) => ({
      terms,
      weight: Math.log(1 + texts.length / Math.max(1, ...[...terms].map((term) => holding.get(term) ?? 1))),
    }));
    return {
      words,
      heaviest_first: words.toSorted((one, other) => other.weight - one.weight),
      terms: new Set(sets.flatMap((terms) => [...terms])),
      weight: words.reduce((sum, { weight }) => sum + weight, 0),
    };
  });
}

/** The topics that were begun, by what their first questions ask: a visitor can have a thousand that have one word in common. */
class Topics<Question> {
  readonly all: { first: Asked; questions: Question[] }[] = [];
  /** Places in `all`. */
  readonly #byTerm = new Map<string, number[]>();
  /** By place: how much of the question at hand the topic has, and the last word that was counted for it. */
  readonly #held: Float64Array;
  readonly #counted: Uint32Array;
  #word = 0;

  constructor(most: number) {
    this.#held = new Float64Array(most);
    this.#counted = new Uint32Array(most);
  }

  near(asked: Asked) {
    const met: number[] = [];
    for (const { terms, weight } of asked.words) {
      this.#word += 1;
      for (const term of terms)
        for (const at of this.#byTerm.get(term) ?? []) {
          if (this.#counted[at] === this.#word) continue;
          this.#counted[at] = this.#word;
          if (this.#held[at] === 0) met.push(at);
          this.#held[at] = (this.#held[at] ?? 0) + weight;
        }
    }
    const shares = met.map((at) => (this.#held[at] ?? 0) / asked.weight);
    for (const at of met) this.#held[at] = 0;
    const found = met.find((at, n) => {
      const topic = this.all[at];
      return topic && isHeld(topic.first, asked, 2 * NEAR - (shares[n] ?? 0));
    });
    return found === undefined ? null : (this.all[found] ?? null);
  }

  begin(first: Asked, question: Question): void {
    for (const term of first.terms) {
      const places = this.#byTerm.get(term) ?? [];
      places.push(this.all.length);
      this.#byTerm.set(term, places);
    }
    this.all.push({ first, questions: [question] });
  }
}

/** Near questions are one topic, named by the one that is asked most. @param questions the most asked first */
export function topicsOf<Question extends { text: string }>(
  questions: readonly Question[],
  languages: readonly string[],
): Question[][] {
  const all = askedIn(
    questions.map(({ text }) => text),
    languages,
  );
  const topics = new Topics<Question>(questions.length);
  questions.forEach((question, at) => {
    const own = all[at] as Asked;
    const topic = topics.near(own);
    if (topic) topic.questions.push(question);
    else topics.begin(own, question);
  });
  return topics.all.map(({ questions }) => questions);
}

/** Groups of which one means the same as another before it are one. @param same for each the place of that one, or its own */
function joined<Question>(groups: readonly Question[][], same: readonly number[]): Question[][] {
  const by_first = new Map<number, Question[]>();
  groups.forEach((group, at) => {
    const first = same[at] ?? at;
    by_first.set(first, [...(by_first.get(first) ?? []), ...group]);
  });
  return [...by_first.values()];
}

/**
 * What visitors asked without an answer, near questions as one, by weeks, and which pages answered the others.
 * @param scope the only organization whose conversations count, `null` for all
 */
export async function questionTopics(
  bindings: StoreBindings & MeaningBindings & { DB: D1Database },
  { id: project_id, version }: Pick<Project, "id" | "version">,
  scope: number | null,
  now: number,
): Promise<QuestionTopics> {
  const since = now - TOPIC_WEEKS * WEEK_MS;
  const [{ languages }, { questions, asked, answered }] = await Promise.all([
    knowledgeSize(bindings.DB, project_id),
    callStore(bindings, project_id, (store) => store.questionHistory(project_id, version, scope, since)),
  ]);
  const weeks = new Map<number, number[]>();
  for (const { question_id, at, count } of asked) {
    const counts = weeks.get(question_id) ?? Array.from({ length: TOPIC_WEEKS }, () => 0);
    const week = TOPIC_WEEKS - 1 - Math.floor((now - at) / WEEK_MS);
    counts[week] = (counts[week] ?? 0) + count;
    weeks.set(question_id, counts);
  }
  const by_words = topicsOf(questions, languages);
  const names = by_words.map((group) => group[0]?.text ?? "");
  const groups = joined(by_words, await sameInMeaning(bindings, project_id, names));
  const topics = groups.map((group): QuestionTopic => {
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
