import { AUTO_LANGUAGE } from "../../shared/speech-defaults.ts";

const ENGLISH_NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

const named = (tag: string): string => {
  const name = ENGLISH_NAMES.of(tag) ?? tag;
  return name === tag ? tag : `${name} (${tag})`;
};

/** The language of one conversation, BCP 47 in its usual spelling; `undefined` if unknown. */
export function languageOf(agent: { language?: string }, locale: string | null | undefined): string | undefined {
  if (agent.language !== undefined && agent.language !== AUTO_LANGUAGE) return agent.language;
  return locale ? Intl.getCanonicalLocales(locale)[0] : undefined;
}

/** The sentence about the language in the instructions. */
export function languageLine(agent: { language?: string }, locale: string | null | undefined): string {
  const language = languageOf(agent, locale);
  if (language === undefined) return "Speak the visitor's language.";
  return agent.language === language
    ? `Speak ${named(language)}, unless the visitor asks for another language.`
    : `The visitor reads the page in ${named(language)}: begin in that language, then speak the one that the visitor speaks.`;
}
