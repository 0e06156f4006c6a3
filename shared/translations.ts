/** The owner's words by language, as forms hold them: each is a value of its own, named `translations.de.welcome`. */

const PREFIX = "translations.";

/** The name of a word in this language; without one, of the plain word. */
export const textName = (language: string, word: string): string => (language ? `${PREFIX}${language}.${word}` : word);

/** The word that a name stands for. */
export const textOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** The languages of these names. */
export const languagesOf = (names: Iterable<string>): string[] => [
  ...new Set(Array.from(names, (name) => (name.startsWith(PREFIX) ? (name.split(".")[1] ?? "") : "")).filter(Boolean)),
];

/** The service's form of it: `{translations: {de: {welcome}}}` becomes flat. */
export function flattenTranslations(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { translations, ...plain } = stored;
  const words = Object.entries(Object(translations) as Record<string, object | null>).flatMap(([language, own]) =>
    Object.entries(own ?? {}).map(([word, text]) => [textName(language, word), text] as const),
  );
  return { ...plain, ...Object.fromEntries(words) };
}

/** And back. */
export function nestTranslations(flat: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = Object.keys(flat);
  const plain = names.filter((name) => !name.startsWith(PREFIX)).map((name) => [name, flat[name]] as const);
  const translations = languagesOf(names).map((language) => {
    const own = names.filter((name) => name.startsWith(textName(language, "")));
    return [language, Object.fromEntries(own.map((name) => [textOf(name), flat[name]]))] as const;
  });
  return {
    ...Object.fromEntries(plain),
    ...(translations.length > 0 && { translations: Object.fromEntries(translations) }),
  };
}

const NAMES = new Intl.DisplayNames(["en"], { type: "language" });

/** `de` → `German`; a tag that is unknown stays as it is. */
export const languageName = (tag: string): string => NAMES.of(tag) ?? tag;
