import { describe, expect, it } from "vitest";
import { faultOf, readVariables } from "../../worker/variables.ts";

const REQUIRED = { KEY_SECRET: "a key secret of the tests", ADMIN_TOKEN: "an admin token of the tests" };

describe("a variable", () => {
  // `echo production | wrangler secret put ENVIRONMENT`: the Worker answered every request with an error.
  it.each([
    ["ENVIRONMENT", "development\n", "development"],
    ["PROVIDER_A", " openai\r\n", "openai"],
    ["OPENAI_API_KEY", "sk-1\n", "sk-1"],
    ["OPENAI_BASE_URL", "https://voice.example/\n", "https://voice.example"],
    ["EMBEDDINGS", "off\n", "off"],
    ["LOG_SAMPLE", "0.5\n", 0.5],
  ] as const)("is read without the line break behind it: %s", (name, given, value) => {
    expect(readVariables({ ...REQUIRED, [name]: given })[name]).toBe(value);
    expect(faultOf(name, given)).toBeUndefined();
  });

  it.each([
    ["LOG_SAMPLE", 1],
    ["PROVIDER_B", "demo"],
    ["OPENAI_API_KEY", undefined],
    ["EMBEDDINGS_BASE_URL", undefined],
  ] as const)("of blanks alone is not set: %s", (name, value) => {
    for (const blank of ["", " ", "\n"]) expect(readVariables({ ...REQUIRED, [name]: blank })[name]).toBe(value);
  });
});
