/**
 * The service's settings are checked again on the page: a value that is not allowed falls back to its default, unknown
 * ones are dropped, and inside nothing is checked again.
 */

/** Longer than any text that the service stores; keeps a hostile answer from freezing the page. */
const MAX_TEXT = 1_000;

export const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= MAX_TEXT && !!value.trim();

export const asRecord = (value: unknown): Record<string, unknown> => Object(value) as Record<string, unknown>;

/** Whether any setting was passed over: a reason to load what names it, invalid-settings.ts. */
export let hasInvalidSettings = false;

export function overlay<T extends object>(
  defaults: T,
  stored: unknown,
  allowed: (name: string, value: unknown) => boolean,
): T {
  const values = asRecord(stored);
  const entries = Object.entries(defaults).map(([name, standard]) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const taken = allowed(name, value);
    hasInvalidSettings ||= !taken && value != null;
    return [name, taken ? value : standard];
  });
  hasInvalidSettings ||= typeof stored === "object" && Object.keys(values).some((name) => !(name in defaults));
  return Object.fromEntries(entries) as T;
}

/** The owner's word for a reader of these languages, the best that has one first; the plain one is for everybody else. */
export const ownerText = (copy: unknown, tags: readonly string[], name: string): string | null => {
  const plain = asRecord(copy);
  const translations = asRecord(plain.translations);
  return (
    [...tags.map((tag) => asRecord(translations[tag])), plain]
      .map((words) => words[name])
      .find((word): word is string => {
        hasInvalidSettings ||= !isText(word) && word != null;
        return isText(word);
      }) ?? null
  );
};
