import en from "./en.ts";
import type { Locale } from "./locales.ts";
import type { Messages } from "./messages.ts";

/** English is built in; each other language is a chunk that only its readers load. */
const MODULES: Record<Exclude<Locale, "en">, () => Promise<{ default: Messages }>> = {
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
};

/** The texts of a language; English where they cannot be loaded. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  if (locale === "en") return en;
  try {
    return (await MODULES[locale]()).default;
  } catch {
    return en;
  }
}
