import type { MeaningState } from "../../shared/knowledge.ts";
import { centsPerMegabyte, configuredModel, type EmbeddingBindings } from "../embeddings/choose.ts";
import { logError } from "../log-error.ts";
import { callVectors, type VectorBindings } from "../objects/passage-vectors/client.ts";
import type { NearPassage } from "../objects/passage-vectors/rpc.ts";
import { readVariables } from "../variables.ts";

/**
 * What passages mean, beside their words. Where no embedding model is set up, or it does not answer, they are found by
 * their words alone: nothing here throws.
 */
export type MeaningBindings = VectorBindings & EmbeddingBindings;

/** Passages that are near enough to be looked at. */
const NEAREST = 60;

const isOn = (bindings: MeaningBindings): boolean => configuredModel(readVariables(bindings), bindings) !== null;

async function quietly<T>(event: string, otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    logError(event, error);
    return otherwise;
  }
}

/** Passages whose meaning is near the question's, the nearest first. */
export const nearestPassages = async (
  bindings: MeaningBindings,
  project_id: number,
  question: string,
): Promise<NearPassage[]> =>
  question.trim() === "" || !isOn(bindings)
    ? []
    : quietly("knowledge_meaning_not_asked", [], () =>
        callVectors(bindings, project_id, (vectors) => vectors.nearest(project_id, question, NEAREST)),
      );

/** For each question the place of the first one that means the same, or its own; without a model all are their own. */
export async function sameInMeaning(
  bindings: MeaningBindings,
  project_id: number,
  questions: string[],
): Promise<number[]> {
  const alone = questions.map((_, at) => at);
  if (!isOn(bindings)) return alone;
  return quietly("knowledge_questions_not_compared", alone, () =>
    callVectors(bindings, project_id, (vectors) => vectors.sameQuestions(questions)),
  );
}

/** How far the vectors of a project are; without a model there are none. */
export async function meaningOf(bindings: MeaningBindings, project_id: number): Promise<MeaningState> {
  const model = configuredModel(readVariables(bindings), bindings);
  if (model === null) return { model, serving: null, ready: 0, waiting: 0, problem: null, cents_per_megabyte: null };
  const { model: serving, ...state } = await callVectors(bindings, project_id, (vectors) => vectors.state());
  return { model, serving, ...state, cents_per_megabyte: centsPerMegabyte(model) };
}

/** A project's passages came or went: what they mean follows in the background. */
export async function followMeaning(bindings: MeaningBindings, project_id: number): Promise<void> {
  if (!isOn(bindings)) return;
  await quietly("knowledge_meaning_not_followed", undefined, () =>
    callVectors(bindings, project_id, (vectors) => vectors.changed(project_id)),
  );
}

/** Passages that are gone are found by nobody; their vectors go at once. */
export const forgetMeaning = (bindings: MeaningBindings, project_id: number, ids: readonly number[]): Promise<void> =>
  quietly("knowledge_meaning_not_forgotten", undefined, () =>
    callVectors(bindings, project_id, (vectors) => vectors.forget([...ids])),
  );

export const forgetAllMeaning = (bindings: MeaningBindings, project_id: number): Promise<void> =>
  quietly("knowledge_meaning_not_forgotten", undefined, () =>
    callVectors(bindings, project_id, (vectors) => vectors.clear()),
  );
