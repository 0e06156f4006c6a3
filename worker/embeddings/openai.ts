import type { EmbeddingModel } from "../../shared/vendors.ts";
import { checkedVectors, postJson } from "./ask.ts";
import { DIMENSIONS, type Embedder } from "./embedder.ts";

interface Answer {
  data?: { index?: number; embedding?: number[] }[];
}

/** `POST /embeddings` of OpenAI, and of the many servers that speak it. Others than OpenAI may refuse `dimensions`. */
export const openaiEmbedder = ({
  model,
  base,
  key,
}: {
  model: EmbeddingModel;
  base: string;
  key: string | undefined;
}): Embedder => ({
  model,
  async embed(texts, _purpose, signal) {
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const dimensions = model.vendor === "openai" && model.name.startsWith("text-embedding-3");
    const body = { model: model.name, input: texts, ...(dimensions && { dimensions: DIMENSIONS }) };
    const { data } = (await postJson(`${base}/embeddings`, headers, body, signal)) as Answer;
    const ordered = data?.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0));
    return checkedVectors(
      ordered?.map(({ embedding }) => embedding),
      texts.length,
    );
  },
});
