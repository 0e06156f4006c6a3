import { loadTexts } from "#texts";
import type { Locale } from "../../shared/languages.ts";
import en from "./en.ts";
import type { PanelMessages } from "./messages.ts";

/** The texts of a language; English, which is built in, if they cannot be loaded. */
export async function loadMessages(locale: Locale): Promise<PanelMessages> {
  try {
    return locale === "en" ? en : await loadTexts(locale);
  } catch {
    return en;
  }
}
