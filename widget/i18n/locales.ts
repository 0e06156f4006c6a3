const likely = (tag: string) => new Intl.Locale(tag).maximize();

/** What a visitor reads. */
export interface LocaleChoice<Tag extends string> {
  /** Of those that there are. */
  locale: Tag | "en";
  /** By which an owner may have written for them, best first. */
  tags: readonly string[];
}

/**
 * The first of the preferred languages that there is, in a script that the visitor reads: `de-AT` is served by `de`, `zh-HK` by
 * `zh-Hant`, a bare `pt` by `pt-BR`, and `hi-Latn` not by `hi`. English when there is none.
 */
export function pickLocale<Tag extends string>(
  preferred: readonly (string | null | undefined)[],
  known: readonly Tag[],
): LocaleChoice<Tag> {
  for (const candidate of preferred) {
    // Nonsense, which Intl throws at, is passed over.
    try {
      const tag = new Intl.Locale((candidate as string).replace("_", "-"));
      const { language, script, region } = tag.maximize();
      const base = language.replace(/^n[no]$/, "nb");
      const tags = [`${base}-${script}`, `${base}-${region}`, likely(base).script === script ? base : ""];
      const locale = tags.find((one) => (known as readonly string[]).includes(one)) as Tag | undefined;
      if (locale) return { locale, tags: [tag.baseName, ...tags] };
    } catch {}
  }
  return { locale: "en", tags: ["en"] };
}

/** Reading direction of a language. */
export const directionOf = (locale: string): "ltr" | "rtl" =>
  /^(?:ar|fa|he|iw|ps|ur|yi)\b/i.test(locale) ? "rtl" : "ltr";
