import type { Locale } from "../../shared/languages.ts";
import type { Messages } from "./messages.ts";

/** All texts of a language but English: a file that only its readers load. The build names the folder by its content. */
export async function loadTexts(locale: Exclude<Locale, "en">): Promise<Messages> {
  const { default: texts } = await import(/* @vite-ignore */ `./${__TEXTS__}/${locale}.js`);
  return texts;
}
