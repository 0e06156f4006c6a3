/** The languages that our own texts exist in. */
export const LOCALES = ["en", "de", "fr", "es"] as const;
export type Locale = (typeof LOCALES)[number];

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

/** What the launcher says before any language module is there. */
export const LAUNCHER_TEXTS: Record<Locale, { readonly launcher: string; readonly failed: string }> = {
  en: { launcher: "Talk to us", failed: "Not available right now. Try again" },
  de: { launcher: "Sprechen Sie mit uns", failed: "Gerade nicht erreichbar. Noch einmal versuchen" },
  fr: { launcher: "Parlez-nous", failed: "Indisponible pour le moment. Réessayer" },
  es: { launcher: "Hable con nosotros", failed: "No disponible ahora. Reintentar" },
};
