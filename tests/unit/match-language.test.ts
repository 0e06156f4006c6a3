import { describe, expect, it } from "vitest";
import { initialMessageFor, matchLanguage } from "../../shared/match-language.ts";

describe("the language that serves a reader best", () => {
  it.each([
    ["de-AT", ["en", "de"], "de"],
    ["de", ["de-CH", "en"], "de-CH"],
    ["pt", ["pt-PT", "pt-BR"], "pt-BR"],
    ["zh-HK", ["zh-Hans", "zh-Hant"], "zh-Hant"],
    ["zh-CN", ["zh-Hant"], undefined],
    ["hi-Latn", ["hi"], undefined],
    ["en-GB", ["en-US"], "en-US"],
    ["pt_BR", ["pt-BR"], "pt-BR"],
    ["", ["en"], undefined],
    ["not a tag", ["en"], undefined],
    [null, ["en"], undefined],
  ])("%s of %j is %s", (wanted, tags, best) => {
    expect(matchLanguage(wanted, tags)).toBe(best);
  });

  it("falls back to the initial message", () => {
    const agent = { initial_message: "Hello", initial_messages: { de: "Hallo" } };
    expect(initialMessageFor(agent, "de-DE")).toBe("Hallo");
    expect(initialMessageFor(agent, "fr")).toBe("Hello");
    expect(initialMessageFor({ initial_message: null }, "fr")).toBeNull();
  });
});
