import type { EmbeddingModel } from "../../shared/vendors.ts";
import { checkedVectors, EmbeddingFailure } from "./ask.ts";
import type { Embedder } from "./embedder.ts";

interface Binding {
  run(model: string, input: { text: readonly string[] }, options?: { signal?: AbortSignal }): Promise<unknown>;
}

/** A model of Workers AI, through the binding. */
export const workersAiEmbedder = (model: EmbeddingModel, ai: unknown): Embedder => ({
  model,
  async embed(texts, _purpose, signal) {
    let answer: { data?: unknown };
    try {
      answer = (await (ai as Binding).run(model.name, { text: texts }, { signal })) as { data?: unknown };
    } catch (error) {
      throw new EmbeddingFailure(`Workers AI refused the request: ${String(error).slice(0, 200)}`);
    }
    return checkedVectors(answer?.data, texts.length);
  },
});
