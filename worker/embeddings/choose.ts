import { type EmbeddingModel, type EmbeddingVendor, VENDORS } from "../../shared/vendors.ts";
import type { Variables } from "../variables.ts";
import type { Embedder } from "./embedder.ts";
import { geminiEmbedder } from "./gemini.ts";
import { openaiEmbedder } from "./openai.ts";
import { workersAiEmbedder } from "./workers-ai.ts";

/** US cents for a million tokens, as the vendors list them (November 2026). */
const CENTS: Record<string, number> = {
  "text-embedding-3-small": 2,
  "text-embedding-3-large": 13,
  "gemini-embedding-001": 15,
};
/** Bytes of a token, about. */
const TOKEN_BYTES = 4;

/** About what a million bytes of text cost; `null` where the price is not known, as that of one's own server. */
export const centsPerMegabyte = ({ vendor, name }: EmbeddingModel): number | null =>
  vendor === "compatible" || CENTS[name] === undefined ? null : CENTS[name] / TOKEN_BYTES;

export interface EmbeddingBindings {
  AI?: unknown;
}

/** The first vendor that is set up. */
function standardVendor(variables: Variables, { AI }: EmbeddingBindings): EmbeddingVendor | null {
  if (variables.EMBEDDINGS_BASE_URL !== undefined && variables.EMBEDDINGS_MODEL !== undefined) return "compatible";
  if (variables.OPENAI_API_KEY !== undefined) return "openai";
  if (variables.GEMINI_API_KEY !== undefined) return "gemini";
  return AI ? "workers-ai" : null;
}

/** The model that passages shall be embedded with, by the operator's variables; `null` for none. */
export function configuredModel(variables: Variables, bindings: EmbeddingBindings): EmbeddingModel | null {
  if (variables.EMBEDDINGS === "off") return null;
  const vendor = variables.EMBEDDINGS ?? standardVendor(variables, bindings);
  if (vendor === null) return null;
  const name = variables.EMBEDDINGS_MODEL ?? VENDORS[vendor].embedding_model;
  return name === null ? null : { vendor, name };
}

/** A model as it can be asked; `null` where its vendor has no key or no address here. */
export function embedderOf(
  { vendor, name }: EmbeddingModel,
  variables: Variables,
  { AI }: EmbeddingBindings,
): Embedder | null {
  const { EMBEDDINGS_API_KEY: own, EMBEDDINGS_BASE_URL: base } = variables;
  switch (vendor) {
    case "openai": {
      const key = own ?? variables.OPENAI_API_KEY;
      const model = { vendor, name };
      return key === undefined ? null : openaiEmbedder({ model, base: base ?? variables.OPENAI_BASE_URL, key });
    }
    case "compatible":
      return base === undefined ? null : openaiEmbedder({ model: { vendor, name }, base, key: own });
    case "gemini": {
      const key = own ?? variables.GEMINI_API_KEY;
      const model = { vendor, name };
      return key === undefined ? null : geminiEmbedder({ model, base: base ?? variables.GEMINI_BASE_URL, key });
    }
    case "workers-ai":
      return AI ? workersAiEmbedder({ vendor, name }, AI) : null;
  }
}
