import { describe, expect, it } from "vitest";
import { browserOf } from "../../widget/panel/browser-family.ts";
import { loadPreferences } from "../../widget/persistence/preferences.ts";

describe("the browser's family", () => {
  const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
  it.each([
    [
      `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36`,
      0,
      "chromium",
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0`,
      10,
      "chromium",
    ],
    [
      `Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36`,
      5,
      "chromium",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", 0, "firefox"],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`, 0, "safari"],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`, 5, "ios"],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/140.0 Mobile/15E148 Safari/604.1`,
      5,
      "ios",
    ],
    ["", 0, "chromium"],
  ])("%s (%i)", (agent, touch, family) => expect(browserOf(agent, touch)).toBe(family));
});

describe("the remembered devices", () => {
  const remembered = (stored: string) => {
    globalThis.localStorage = { getItem: () => stored } as unknown as Storage;
    return loadPreferences();
  };
  it("are taken when they make sense, each for itself", () => {
    expect(remembered('{"microphoneId":"m","speakerId":7,"volume":0.4}')).toEqual({ microphoneId: "m", volume: 0.4 });
    expect(remembered('{"volume":9}')).toEqual({});
    expect(remembered("null")).toEqual({});
    expect(remembered("{broken")).toEqual({});
  });
});
