import type { EmbeddingModel } from "../../../shared/vendors.ts";

/** A passage whose meaning is near a question's. */
export interface NearPassage {
  id: number;
  /** Standard deviations above what this model gives to passages that do not belong to the question. */
  nearness: number;
  /** How far it stands out among all passages: standard deviations above their mean. */
  stands_out: number;
}

/** How far the vectors of a project are. */
export interface VectorState {
  /** The model whose vectors answer; `null` before the first. */
  model: EmbeddingModel | null;
  ready: number;
  waiting: number;
  /** Why the last try failed; `null` where it did not. */
  problem: string | null;
}

/** RPC of the object that keeps the vectors of a project's passages. Its name is the project's id. */
export interface PassageVectorsRpc {
  /** Passages came or went: their vectors are made or forgotten, in the background. */
  changed(project_id: number): Promise<void>;
  /** These passages are gone, and at once their vectors. */
  forget(ids: number[]): Promise<void>;
  /** The project is gone. */
  clear(): Promise<void>;
  /** The nearest first; empty until there are vectors, and where the model does not answer. */
  nearest(project_id: number, question: string, limit: number): Promise<NearPassage[]>;
  /**
   * For each question the place of the first one that asks the same, or its own; all are their own where no model answers.
   * Nothing of them is kept.
   */
  sameQuestions(texts: string[]): Promise<number[]>;
  state(): Promise<VectorState>;
}
