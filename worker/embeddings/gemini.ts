import type { EmbeddingModel } from "../../shared/vendors.ts";
import { checkedVectors, postJson } from "./ask.ts";
import { DIMENSIONS, type Embedder, type Purpose } from "./embedder.ts";

const TASK: Record<Purpose, string> = { passage: "RETRIEVAL_DOCUMENT", question: "RETRIEVAL_QUERY" };

/** `models/{model}:batchEmbedContents` of the Gemini API. */
export const geminiEmbedder = ({
  model,
  base,
  key,
}: {
  model: EmbeddingModel;
  base: string;
  key: string;
}): Embedder => ({
  model,
  async embed(texts, purpose, signal) {
    const path = `models/${model.name.replace(/^models\//, "")}`;
    const requests = texts.map((text) => ({
      model: path,
      content: { parts: [{ text }] },
      taskType: TASK[purpose],
      outputDimensionality: DIMENSIONS,
    }));
    const url = `${base}/v1beta/${path}:batchEmbedContents`;
    const { embeddings } = (await postJson(url, { "x-goog-api-key": key }, { requests }, signal)) as {
      embeddings?: { values?: number[] }[];
    };
    return checkedVectors(
      embeddings?.map(({ values }) => values),
      texts.length,
    );
  },
});
