const TAGS =
  "en ar cs da de el es fa fi fr he hi hu id it ja ko nb nl pl pt pt-BR ro ru sk sv tr uk vi zh-Hans zh-Hant" as const;
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** The languages that the widget speaks, as BCP 47 writes them; `pt` is that of Portugal. */
export type Locale = Words<typeof TAGS>;
export const LOCALES = TAGS.split(" ") as Locale[];

/**
 * The launcher's words. The answer of `GET /widget/v1/config` carries them all: the launcher is named in the visitor's
 * language before anything of that language is loaded, and the script that every page pays for holds English only.
 */
export const LAUNCHER_LABELS: Record<Locale, string> = {
  en: "Talk to us",
  ar: "تحدث معنا",
  cs: "Promluvte si s námi",
  da: "Tal med os",
  de: "Sprechen Sie mit uns",
  el: "Μιλήστε μαζί μας",
  es: "Hable con nosotros",
  fa: "با ما صحبت کنید",
  fi: "Juttele kanssamme",
  fr: "Parlez-nous",
  he: "דברו איתנו",
  hi: "हमसे बात करें",
  hu: "Beszéljen velünk",
  id: "Bicara dengan kami",
  it: "Parli con noi",
  ja: "話しかける",
  ko: "대화하기",
  nb: "Snakk med oss",
  nl: "Praat met ons",
  pl: "Porozmawiaj z nami",
  pt: "Fale connosco",
  "pt-BR": "Fale conosco",
  ro: "Vorbiți cu noi",
  ru: "Поговорите с нами",
  sk: "Porozprávajte sa s nami",
  sv: "Prata med oss",
  tr: "Bizimle konuşun",
  uk: "Поговоріть з нами",
  vi: "Trò chuyện với chúng tôi",
  "zh-Hans": "与我们交谈",
  "zh-Hant": "與我們交談",
};

/** A tag of BCP 47, however it is spelt, in its usual spelling; `undefined` for what is none. */
export function canonicalLanguage(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** `pt` for `pt-BR`, for vendors that want ISO 639. */
export const primaryLanguage = (tag: string): string => new Intl.Locale(tag).language;
