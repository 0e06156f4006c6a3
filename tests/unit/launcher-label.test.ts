import { describe, expect, it } from "vitest";
import { copy } from "../../shared/config.ts";
import { LAUNCHER_LABELS, LOCALES } from "../../shared/languages.ts";
import { launcherLabel } from "../../widget/element/launcher-label.ts";
import { pickLocale } from "../../widget/i18n/locales.ts";
import { launcherLabels } from "../../worker/sessions/launcher-labels.ts";

const answer = (own: object = {}) => ({ launcher_labels: launcherLabels(copy.parse(own)) });

describe("the launcher's word", () => {
  it.each([
    ...LOCALES,
    ...["de-AT", "FR_ca", "es-419", "en-GB", "zh", "zh-SG", "zh-TW", "zh-HK", "zh-Hans-HK", "zh-Hant-MO", "cmn-Hant"],
    ...["pt", "pt-BR", "pt-PT", "pt-AO", "no", "nn-NO", "nb-NO", "iw", "uk_UA"],
    ...["deutsch", "ru-Latn", "hi-Latn-IN", "sr-Latn-RS", "xx", "!", "", "-", "constructor", "x".repeat(100_000)],
  ])("is in the language that the panel will speak to a reader of %.20s", (preferred) => {
    const { locale } = pickLocale([preferred], LOCALES);
    expect(launcherLabel(answer(), [preferred])[0]).toBe(LAUNCHER_LABELS[locale]);
  });

  it("is the owner's for each of their languages, and the plain one for everybody else", () => {
    const own = answer({
      launcher: "Ask us",
      translations: { de: { launcher: "Fragen?" }, "zh-Hant": { launcher: "問" }, eu: { launcher: "Galdetu" }, fr: {} },
    });
    const word = (...locales: string[]) => launcherLabel(own, locales)[0];
    expect(word("de-CH")).toBe("Fragen?");
    expect(word("zh-HK")).toBe("問");
    expect(word("eu")).toBe("Galdetu");
    expect(word("fr")).toBe("Ask us");
    expect(word("xx")).toBe("Ask us");
    expect(word("xx", "de")).toBe("Fragen?");
    expect(word()).toBe("Ask us");
  });

  it("is not known to all before the answer is there", () => {
    expect(launcherLabel(null, [undefined, "en-US"])).toEqual(["Talk to us", "en"]);
    expect(launcherLabel(null, ["de"])).toEqual(["", "en"]);
    expect(launcherLabel({ launcher_labels: { de: "x".repeat(1_001), en: 1 } }, ["de"])[0]).toBe("");
  });

  it("says which language it is in", () => {
    expect(launcherLabel(answer(), ["xx", "de-AT", "fr"])[1]).toBe("de");
  });
});
