/**
 * The launcher's words in each language that we have: all that the loader knows of it, some 20 bytes. Everything else
 * of a language is a chunk that its readers load after the click.
 */
export const LAUNCHER_LABELS = {
  en: "Talk to us",
  de: "Sprechen Sie mit uns",
  fr: "Parlez-nous",
  es: "Hable con nosotros",
} as const;

/** The languages that our own texts exist in. */
export type Locale = keyof typeof LAUNCHER_LABELS;
export const LOCALES = Object.keys(LAUNCHER_LABELS) as Locale[];

/** The first of the wished languages that we have, `de-AT` served by `de`; English when there is none. */
export function pickLocale(wishes: readonly (string | null | undefined)[]): Locale {
  for (const wish of wishes) {
    const language = wish?.toLowerCase().split(/[-_]/)[0];
    const known = LOCALES.find((locale) => locale === language);
    if (known) return known;
  }
  return "en";
}

/** Reading direction of a language. */
export const directionOf = (locale: string): "ltr" | "rtl" =>
  /^(?:ar|fa|he|iw|ps|ur|yi)\b/i.test(locale) ? "rtl" : "ltr";
