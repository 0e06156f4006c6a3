/**
 * Language tags are matched as plain text: a browser's `Intl.Locale` first loads its data, which delays the first drawing on
 * a slow phone.
 */

/** Other codes for the same languages: old ones, and the two kinds of Norwegian. */
const ALIASES: Record<string, string> = { no: "nb", nn: "nb", iw: "he", in: "id", cmn: "zh" };
/** The usual script of a language, where it is not Latin. */
const SCRIPTS: Record<string, string> = {
  ar: "Arab",
  el: "Grek",
  fa: "Arab",
  he: "Hebr",
  hi: "Deva",
  ja: "Jpan",
  ko: "Kore",
  ru: "Cyrl",
  uk: "Cyrl",
  zh: "Hans",
};
/** Language, script and region, each as BCP 47 writes it. What follows may be no language's, as in `en-US.utf-8`, `en-`, `zh-cmn-Hans`. */
const TAG = /^([a-z]{2,3})(?:-([A-Z][a-z]{3}))?(?:-([A-Z]{2}|\d{3}))?(?![a-z\d])/;

/** `FR_ca` → `fr-CA`, `ZH-HANT` → `zh-Hant`. */
const spelt = (tag: string): string =>
  tag
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/-([a-z])([a-z]{3}|[a-z])(?![a-z\d])/g, (_part, first: string, rest: string) =>
      rest[1] ? `-${first.toUpperCase()}${rest}` : `-${(first + rest).toUpperCase()}`,
    );

/** The language chosen for a visitor. */
export interface LocaleChoice<Tag extends string> {
  /** One of the available languages. */
  locale: Tag | "en";
  /** Language tags under which the owner's texts are looked up, best first. */
  tags: readonly string[];
}

/**
 * The first preferred language that is available in a script that the visitor reads: `de-AT` is served by `de`, `zh-HK` by
 * `zh-Hant`, a bare `pt` by `pt-BR`, and `hi-Latn` not by `hi`. English if there is none.
 */
export function pickLocale<Tag extends string>(
  preferred: readonly (string | null | undefined)[],
  known: readonly Tag[],
): LocaleChoice<Tag> {
  for (const candidate of preferred) {
    const [tag = "", language = "", written, country] = TAG.exec(spelt(candidate ?? "")) ?? [];
    const base = ALIASES[language] ?? language;
    const usual = SCRIPTS[base] ?? "Latn";
    const region = country ?? (base === "pt" ? "BR" : "");
    const script = written ?? (/^zh(?:TW|HK|MO)$/.test(base + region) ? "Hant" : usual);
    const tags = [`${base}-${script}`, `${base}-${region}`, script === usual ? base : ""];
    const locale = tags.find((one) => (known as readonly string[]).includes(one)) as Tag | undefined;
    if (locale) return { locale, tags: [tag, ...tags] };
  }
  return { locale: "en", tags: ["en"] };
}

/** Reading direction of a language. */
export const directionOf = (locale: string): "ltr" | "rtl" =>
  /^(?:ar|fa|he|iw|ps|ur|yi)\b/i.test(locale) ? "rtl" : "ltr";
