/**
 * The service's settings are checked again on the page: an invalid value falls back to its default, an unknown one is
 * dropped. Code behind this need not check again.
 */

/** Longer than any text that the service stores; a hostile answer must not freeze the page. */
const MAX_TEXT = 1_000;

export const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= MAX_TEXT && (value.trim() as unknown as boolean);

export const asRecord = Object as (value: unknown) => Record<string, unknown>;

/** Whether any setting was invalid or unknown; invalid-settings.ts, which names them, is loaded then. */
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

/** The owner's text for a visitor with these languages, best first; else the owner's text without a language. */
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
