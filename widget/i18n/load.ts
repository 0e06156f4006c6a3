import type { Locale } from "../../shared/languages.ts";
import en from "./en.ts";
import { fetchTexts } from "./fetch-texts.ts";
import type { FirstMessages } from "./messages.ts";

/** The texts of a language; English, which is built in, where they cannot be loaded. */
export async function loadMessages(locale: Locale): Promise<FirstMessages> {
  try {
    return locale === "en" ? en : await fetchTexts(locale);
  } catch {
    return en;
  }
}
