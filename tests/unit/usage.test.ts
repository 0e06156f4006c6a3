import { describe, expect, it } from "vitest";
import { usageNumbers } from "../../shared/events.ts";
import { readUsage } from "../../widget/session/usage.ts";

describe("usageOf", () => {
  it("reads OpenAI's, Gemini's and a transcription's numbers", () => {
    expect(
      readUsage({
        total_tokens: 30,
        input_tokens: 10,
        output_tokens: 20,
        input_token_details: { audio_tokens: 4, cached_tokens: 0, cached_tokens_details: { text_tokens: 3 } },
      }),
    ).toEqual({
      total_tokens: 30,
      input_tokens: 10,
      output_tokens: 20,
      details: { "input_token_details.audio_tokens": 4, "input_token_details.cached_tokens_details.text_tokens": 3 },
    });
    expect(
      readUsage({
        promptTokenCount: 5,
        responseTokenCount: 7,
        totalTokenCount: 12,
        responseTokensDetails: [{ modality: "AUDIO", tokenCount: 7 }, null, "x"],
      }),
    ).toEqual({
      input_tokens: 5,
      output_tokens: 7,
      total_tokens: 12,
      details: { "responseTokensDetails.AUDIO": 7 },
    });
    expect(readUsage({ type: "duration", seconds: 2.5 })).toEqual({ seconds: 2.5 });
  });

  it("says nothing where nothing is said", () => {
    for (const nothing of [{}, null, undefined, "much", 7, [], { input_tokens: 0 }, { input_tokens: "7" }])
      expect(readUsage(nothing)).toBeNull();
  });

  it("always fits what the service takes", () => {
    const wild = {
      total_tokens: -1,
      input_tokens: 1.5,
      output_tokens: Number.NaN,
      seconds: Number.POSITIVE_INFINITY,
      ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`detail_${"x".repeat(n)}`, n + 1])),
    };
    const usage = readUsage(wild);
    expect(usageNumbers.safeParse(usage).success).toBe(true);
    expect(Object.keys(usage?.details ?? {})).toHaveLength(48);
    const vast = readUsage({ total_tokens: 1e300, seconds: 1e300, input_tokens: 3, thoughtsTokenCount: 1e300 });
    expect(vast).toEqual({ input_tokens: 3 });
  });
});
