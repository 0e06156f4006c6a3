import { AUTO_LANGUAGE } from "../../shared/speech-defaults.ts";

const ENGLISH_NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

const named = (tag: string): string => {
  const name = ENGLISH_NAMES.of(tag) ?? tag;
  return name === tag ? tag : `${name} (${tag})`;
};

const isSet = ({ language }: { language?: string }): boolean => language !== undefined && language !== AUTO_LANGUAGE;

/**
 * The language of one conversation, BCP 47 in its usual spelling; `undefined` if unknown. Without extensions, such as
 * `-u-hc-h12`: `Intl.DisplayNames` throws at them, and they mean nothing to a vendor.
 */
export function languageOf(agent: { language?: string }, locale: string | null | undefined): string | undefined {
  const tag = isSet(agent) ? agent.language : locale;
  if (!tag) return undefined;
  const { language, baseName } = new Intl.Locale(tag);
  // `und` names none, and has no `language` in some versions of V8.
  return language && language !== "und" ? baseName : undefined;
}

/** The sentence about the language in the instructions. */
export function languageLine(agent: { language?: string }, locale: string | null | undefined): string {
  const language = languageOf(agent, locale);
  if (language === undefined) return "Speak the visitor's language.";
  return isSet(agent)
    ? `Speak ${named(language)}, unless the visitor asks for another language.`
    : `The visitor reads the page in ${named(language)}: begin in that language, then speak the one that the visitor speaks.`;
}
