import type { EmbeddingModel } from "../../shared/vendors.ts";

/** What a text is for: some models embed a question in another way than what answers it. */
export type Purpose = "passage" | "question";

/** A model that turns texts into vectors whose nearness is nearness of meaning. */
export interface Embedder {
  /** Vectors of two models cannot be compared: this names the one. */
  readonly model: EmbeddingModel;
  /** One vector for each text, in their order. */
  embed(texts: readonly string[], purpose: Purpose, signal: AbortSignal): Promise<number[][]>;
}

/** Dimensions that are asked for and kept: the first ones of these models' vectors hold most of the meaning. */
export const DIMENSIONS = 256;
