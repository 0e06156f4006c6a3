import { globSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { copy } from "../../shared/config.ts";
import { canonicalLanguage, LAUNCHER_LABELS, LOCALES, type Locale } from "../../shared/languages.ts";
import { ENGLISH_LABEL } from "../../widget/element/launcher-label.ts";
import enFirst from "../../widget/i18n/en.ts";
import enAgentPicker from "../../widget/i18n/en-agent-picker.ts";
import enAnswers from "../../widget/i18n/en-answers.ts";
import enConsent from "../../widget/i18n/en-consent.ts";
import enContactAndQueue from "../../widget/i18n/en-contact-and-queue.ts";
import enConversation from "../../widget/i18n/en-conversation.ts";
import enDevices from "../../widget/i18n/en-devices.ts";
import enEnding from "../../widget/i18n/en-ending.ts";
import enErrors from "../../widget/i18n/en-errors.ts";
import enMicrophone from "../../widget/i18n/en-microphone.ts";
import enOtherTab from "../../widget/i18n/en-other-tab.ts";
import enPerson from "../../widget/i18n/en-person.ts";
import enTalkButton from "../../widget/i18n/en-talk-button.ts";
import { ENGLISH_GREETING } from "../../widget/i18n/english-greeting.ts";
import { directionOf, pickLocale } from "../../widget/i18n/locales.ts";
import type { Messages } from "../../widget/i18n/messages.ts";
import { plural } from "../../widget/i18n/plural.ts";
import { textsOf } from "../../widget/panel/view-model.ts";

/** English comes in parts, each with the chunk that shows it. */
const en: Messages = {
  ...enFirst,
  ...enConversation,
  ...enConsent,
  ...enDevices,
  ...enEnding,
  ...enAgentPicker,
  ...enTalkButton,
  ...enAnswers,
  ...enMicrophone,
  ...enOtherTab,
  contactAndQueue: enContactAndQueue,
  person: enPerson,
  errors: { ...enFirst.errors, ...enErrors },
};
const OTHERS = LOCALES.filter((locale) => locale !== "en");

const NAME = "\u2063tool\u2063";
/** Every text of a language by its path, functions called with a name. */
function flatten(value: unknown, path = ""): Record<string, string> {
  if (typeof value === "string") return { [path]: value };
  if (typeof value === "function") return { [path]: (value as (argument: unknown) => string)(NAME) };
  return Object.assign(
    {},
    ...Object.entries(value as object).map(([name, inner]) => flatten(inner, path ? `${path}.${name}` : name)),
  ) as Record<string, string>;
}

/** Paths of lists and plurals without what languages have in different numbers. */
const shape = (texts: Record<string, string>) =>
  [...new Set(Object.keys(texts).map((path) => path.replace(/^stars\..*/, "stars").replace(/\.\d+$/, "")))].sort();

/** Words that are written the same in English, by right. */
const SAME: Partial<Record<Locale, readonly string[]>> = {
  da: ["send", "speed.usual", "contactAndQueue.sendContact"],
  de: ["agent", "pause", "speed.usual", "contactAndQueue.name"],
  es: ["speed.usual"],
  fr: ["conversation", "volume", "sources", "contactAndQueue.message"],
  id: ["speed.usual", "contactAndQueue.email"],
  it: ["privacy"],
  nb: ["send", "speed.usual", "contactAndQueue.sendContact"],
  pt: ["speed.usual"],
  "pt-BR": ["speed.usual"],
  sv: ["speed.usual"],
  tr: ["speed.usual"],
  vi: ["contactAndQueue.email"],
};

/** Quotation marks as languages have them around the name of a button. */
const QUOTED = /[“„«»「‘”]/;

describe.each(OTHERS)("the texts in %s", async (locale) => {
  const texts = (await import(`../../widget/i18n/${locale}.ts`)).default as Messages;
  const all = flatten(texts);
  const english = flatten(en);

  it("are complete and none is empty", () => {
    expect(texts.tag).toBe(locale);
    expect(shape(all)).toEqual(shape(english));
    for (const [path, text] of Object.entries(all)) expect(text, path).toMatch(/^\S(?:.*\S)?$/u);
  });

  it("were not left in English", () => {
    const same = Object.keys(all).filter((path) => /\p{L}/u.test(all[path] ?? "") && all[path] === english[path]);
    expect(same.sort()).toEqual([...(SAME[locale] ?? [])].sort());
  });

  it("name what English names, and write as the language does", () => {
    for (const [path, text] of Object.entries(all)) {
      expect(text, path).not.toMatch(/\.\.\.|"|<|>|\{|\}|\$|'/);
      expect(text.split(NAME).length, path).toBe(english[path]?.split(NAME).length ?? 1);
      expect(text.includes("https"), path).toBe(english[path]?.includes("https") ?? false);
      if (english[path]?.includes("“")) expect(text, path).toMatch(QUOTED);
      // A letter that only looks right is read out wrong.
      expect(text, path).not.toMatch(
        /[\p{Script=Latin}][\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][\p{Script=Latin}]/u,
      );
    }
  });

  it("count as the language does", () => {
    const rules = new Intl.PluralRules(locale);
    for (const count of [1, 2, 3, 4, 5]) {
      expect(texts.stars[rules.select(count)] ?? texts.stars.other).toContain("#");
      expect(plural(texts.stars, count, locale)).toContain(count.toLocaleString(locale));
    }
  });
});

describe("languages", () => {
  it("are at least twenty, each a file of its own, with tags as they should be written", () => {
    expect(LOCALES.length).toBeGreaterThanOrEqual(20);
    const files = globSync("widget/i18n/*.ts").map((file) => file.replace(/^.*[\\/]|\.ts$/g, ""));
    for (const locale of LOCALES) {
      expect(canonicalLanguage(locale)).toBe(locale);
      expect(files).toContain(locale);
      expect(LAUNCHER_LABELS[locale]).toMatch(/^\S.{0,38}\S$/u);
    }
    expect(Object.keys(LAUNCHER_LABELS)).toEqual(LOCALES);
    expect(
      files.filter((file) => canonicalLanguage(file) === file && /^(?!en-)[a-z]{2}(-|$)/.test(file)).sort(),
    ).toEqual([...LOCALES].sort());
  });

  it("say in English before anything is loaded what they say later", () => {
    expect(ENGLISH_LABEL).toBe(LAUNCHER_LABELS.en);
    const { contactAndQueue, ...words } = ENGLISH_GREETING;
    expect(words).toEqual({ tag: "en", welcome: en.welcome, close: en.close });
    expect(contactAndQueue.opensAt("Monday")).toBe(en.contactAndQueue.opensAt("Monday"));
  });

  it.each([
    ["de-AT", "de"],
    ["FR_ca", "fr"],
    ["es-419", "es"],
    ["deutsch", "en"],
    ["en-GB", "en"],
    ["zh", "zh-Hans"],
    ["zh-SG", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh-HK", "zh-Hant"],
    ["zh-Hans-HK", "zh-Hans"],
    ["cmn-Hant", "zh-Hant"],
    ["pt", "pt-BR"],
    ["pt-BR", "pt-BR"],
    ["pt-PT", "pt"],
    ["pt-AO", "pt"],
    ["no", "nb"],
    ["nn-NO", "nb"],
    ["iw", "he"],
    ["ru-Latn", "en"],
    ["sr-Latn-RS", "en"],
    ["uk_UA", "uk"],
  ])("%s is served by %s", (preferred, locale) => {
    expect(pickLocale([preferred], LOCALES).locale).toBe(locale);
  });

  it("are chosen by the first preferred language that we have", () => {
    expect(pickLocale([null, undefined, "", "xx", "!", "fr-CA", "de"], LOCALES)).toEqual({
      locale: "fr",
      tags: ["fr-CA", "fr-Latn", "fr-CA", "fr"],
    });
    expect(pickLocale([], LOCALES).locale).toBe("en");
    expect(pickLocale(["de", "en"], []).locale).toBe("en");
  });

  it.each([
    ["en_US.UTF-8", "en-US"],
    ["zh_CN.utf8", "zh-CN"],
    ["de_DE@euro", "de-DE"],
    ["en-US, de", "en-US"],
    ["pt-", "pt"],
    ["fr--CA", "fr"],
    ["de-x", "de"],
    ["en-USA", "en"],
    ["zh-cmn-Hans", "zh"],
    ["es-419-u-hc-h12-", "es-419"],
  ])("of a page that says %s is told to the service as %s, which refuses what is no tag", (said, told) => {
    expect(pickLocale([said], LOCALES).tags[0]).toBe(told);
    expect(canonicalLanguage(told)).toBe(told);
  });

  it("know their direction", () => {
    expect(directionOf("ar-EG")).toBe("rtl");
    expect(directionOf("he")).toBe("rtl");
    expect(directionOf("en")).toBe("ltr");
    expect(directionOf("fa")).toBe("rtl");
  });

  it("give way to the owner's words", () => {
    const { translations: _none, ...words } = copy.parse({ startCall: "Ring the shop", ended: "Bye!" });
    const texts = textsOf(enFirst, words);
    expect(texts.startCall).toBe("Ring the shop");
    expect(texts.ended).toBe("Bye!");
    expect(texts.endCall).toBe("End call");
    expect(texts.errors).toBe(enFirst.errors);
  });
});
