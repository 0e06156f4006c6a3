import type { PassageText } from "../storage/knowledge-search.ts";

/** A multilingual model of 1,024 dimensions; the index must have as many, and cosine as its metric. */
const MODEL = "@cf/baai/bge-m3";
const AT_ONCE = 64;
/** Cosine from which on a passage is near enough to count as found. */
const CLOSE = 0.6;
const NEAREST = 20;
/** Ids that Vectorize deletes in one call. */
const DELETED_AT_ONCE = 500;

/** Workers AI, as far as it is used here. */
export interface Embedder {
  run(model: string, input: { text: string[] }): Promise<unknown>;
}

/** A Vectorize index, as far as it is used here. */
export interface Vectors {
  query(
    vector: number[],
    options: { topK: number; namespace: string },
  ): Promise<{ matches: { id: string; score: number }[] }>;
  upsert(vectors: { id: string; namespace: string; values: number[] }[]): Promise<unknown>;
  deleteByIds(ids: string[]): Promise<unknown>;
}

/** Both are bound, or meaning is not asked. */
export interface MeaningBindings {
  AI?: unknown;
  VECTORS?: unknown;
}

const bound = ({ AI, VECTORS }: MeaningBindings): { ai: Embedder; vectors: Vectors } | null =>
  AI && VECTORS ? { ai: AI as Embedder, vectors: VECTORS as Vectors } : null;

const namespace = (project_id: number) => `project-${project_id}`;

function log(event: string, error: unknown): void {
  console.error(JSON.stringify({ event, error: String(error).slice(0, 500) }));
}

async function embed(ai: Embedder, text: string[]): Promise<number[][]> {
  const answer = (await ai.run(MODEL, { text })) as { data?: number[][] };
  if (answer.data?.length !== text.length) throw new Error("Workers AI returned a wrong number of vectors");
  return answer.data;
}

/** Passages whose meaning is near the question's, the nearest first. Without the bindings, or their answer: none. */
export async function nearestPassages(
  bindings: MeaningBindings,
  project_id: number,
  question: string,
): Promise<{ id: number; close: boolean }[]> {
  const on = bound(bindings);
  if (!on || question.trim() === "") return [];
  try {
    const [vector] = await embed(on.ai, [question]);
    if (!vector) return [];
    const { matches } = await on.vectors.query(vector, { topK: NEAREST, namespace: namespace(project_id) });
    return matches.map(({ id, score }) => ({ id: Number(id), close: score >= CLOSE }));
  } catch (error) {
    log("knowledge_meaning_not_asked", error);
    return [];
  }
}

/** What the passages mean goes beside their words. Where it fails they are found by their words alone. */
export async function rememberMeaning(bindings: MeaningBindings, passages: readonly PassageText[]): Promise<void> {
  const on = bound(bindings);
  if (!on) return;
  try {
    for (let at = 0; at < passages.length; at += AT_ONCE) {
      const some = passages.slice(at, at + AT_ONCE);
      const vectors = await embed(
        on.ai,
        some.map(({ title, heading, text }) => [title, heading, text].filter((part) => part !== null).join("\n")),
      );
      await on.vectors.upsert(
        some.map(({ id, project_id }, index) => ({
          id: String(id),
          namespace: namespace(project_id),
          values: vectors[index] ?? [],
        })),
      );
    }
  } catch (error) {
    log("knowledge_meaning_not_kept", error);
  }
}

/** A passage that is gone from D1 is found by nobody; its vector goes too. */
export async function forgetMeaning(bindings: MeaningBindings, ids: readonly number[]): Promise<void> {
  const on = bound(bindings);
  if (!on) return;
  try {
    for (let at = 0; at < ids.length; at += DELETED_AT_ONCE)
      await on.vectors.deleteByIds(ids.slice(at, at + DELETED_AT_ONCE).map(String));
  } catch (error) {
    log("knowledge_meaning_not_forgotten", error);
  }
}
