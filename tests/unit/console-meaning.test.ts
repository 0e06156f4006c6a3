import { expect, test } from "vitest";
import { embeddingCost, meaningNote } from "../../console/parts/meaning.ts";

const small = { vendor: "openai", name: "small" } as const;
const state = { model: small, serving: small, ready: 12, waiting: 0, problem: null, cents_per_megabyte: 0.5 };

test("an owner reads by which model passages are found, how far that is, and what went wrong", () => {
  expect(meaningNote({ ...state, model: null })).toMatch(/^A question finds what has its words\. With/);
  expect(meaningNote(state)).toBe(
    "A question finds what has its words and, with small, what means the same: 12 passages ready.",
  );
  const large = { vendor: "openai", name: "large" } as const;
  expect(meaningNote({ ...state, model: large, waiting: 3, problem: "EmbeddingFailure: status 503" })).toBe(
    "A question finds what has its words and, with large, what means the same: 12 passages ready, 3 waiting. Until all are made anew, small answers. The last try failed, and is repeated: EmbeddingFailure: status 503",
  );
});

test("a source says about what it cost to embed, where the price is known", () => {
  expect(embeddingCost(state, { bytes: 800_000 })).toBe("By meaning: about 0.4 cents");
  expect(embeddingCost(state, { bytes: 2_000 })).toBe("By meaning: less than 0.1 cents");
  expect(embeddingCost({ cents_per_megabyte: null }, { bytes: 800_000 })).toBeNull();
});
