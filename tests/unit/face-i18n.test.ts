import { describe, expect, it } from "vitest";
import { copy } from "../../shared/config.ts";
import en from "../../widget/i18n/en.ts";
import { GREETINGS } from "../../widget/i18n/greetings.ts";
import { loadMessages } from "../../widget/i18n/load.ts";
import { directionOf, LAUNCHER_LABELS, LOCALES, pickLocale } from "../../widget/i18n/locales.ts";
import { textsOf } from "../../widget/parts/view-model.ts";

/** Every text of a language by its path, functions called with an example. */
function flatten(value: unknown, path = ""): Record<string, string> {
  if (typeof value === "string") return { [path]: value };
  if (typeof value === "function") return { [path]: (value as (argument: unknown) => string)(3) };
  return Object.assign(
    {},
    ...Object.entries(value as object).map(([name, inner]) => flatten(inner, path ? `${path}.${name}` : name)),
  ) as Record<string, string>;
}

describe("languages", () => {
  it.each(LOCALES)("%s has every text, and says something in each", async (locale) => {
    const messages = await loadMessages(locale);
    const texts = flatten(messages);
    expect(Object.keys(texts)).toEqual(Object.keys(flatten(en)));
    for (const [path, text] of Object.entries(texts)) expect(text.trim(), path).not.toBe("");
    expect(LAUNCHER_LABELS[locale]).not.toBe("");
    expect(GREETINGS[locale]).toEqual({ welcome: messages.welcome, close: messages.close });
    if (locale === "en") return;
    expect(messages).not.toBe(en);
    // A few words are the same in two languages; a language left in English would be most of them.
    const same = Object.entries(texts).filter(([path, text]) => text === flatten(en)[path]);
    expect(same.length).toBeLessThan(4);
  });

  it("are chosen by the first wish that we have", () => {
    expect(pickLocale(["de-AT"])).toBe("de");
    expect(pickLocale([null, "", "xx", "FR_ca", "de"])).toBe("fr");
    expect(pickLocale(["deutsch"])).toBe("en");
    expect(pickLocale([])).toBe("en");
  });

  it("know their direction", () => {
    expect(directionOf("ar-EG")).toBe("rtl");
    expect(directionOf("he")).toBe("rtl");
    expect(directionOf("en")).toBe("ltr");
    expect(directionOf("fa")).toBe("rtl");
  });

  it("give way to the owner's words", () => {
    const texts = textsOf(en, copy.parse({ startCall: "Ring the shop", ended: "Bye!" }));
    expect(texts.startCall).toBe("Ring the shop");
    expect(texts.ended).toBe("Bye!");
    expect(texts.endCall).toBe("End call");
    expect(texts.errors).toBe(en.errors);
  });
});
