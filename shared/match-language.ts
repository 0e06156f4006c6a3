/** Plain TypeScript: the widget imports it. */

/** The tag and what it is likely to mean, from the closest to the widest: `zh-HK`, `zh-Hant`, …; empty for nonsense. */
function widening(tag: string): string[] {
  try {
    const locale = new Intl.Locale(tag.replaceAll("_", "-"));
    const { language, script, region } = locale.maximize();
    const plain = new Intl.Locale(language).maximize();
    return [
      locale.baseName,
      `${language}-${script}-${region}`,
      `${language}-${region}`,
      `${language}-${script}`,
      // A script that the language is not usually written in has to be named.
      ...(plain.script === script ? [language] : []),
    ];
  } catch {
    return [];
  }
}

/**
 * The tag of these that serves a reader of `wanted` best: `de` for `de-AT`, `zh-Hant` for `zh-HK`, `pt-BR` for `pt`,
 * else any of the same language in the same script.
 */
export function matchLanguage(wanted: string | null | undefined, tags: readonly string[]): string | undefined {
  if (!wanted || tags.length === 0) return undefined;
  const wide = widening(wanted);
  const exact = wide.find((tag) => tags.includes(tag));
  if (exact !== undefined || wide.length === 0) return exact;
  const near = (tag: string) => widening(tag)[3] === wide[3];
  return tags.find(near);
}

/** What an agent says first to a reader of `locale`. */
export function initialMessageFor(
  agent: { initial_message: string | null; initial_messages?: Record<string, string> | undefined },
  locale: string | null | undefined,
): string | null {
  const byTag = agent.initial_messages ?? {};
  const tag = matchLanguage(locale, Object.keys(byTag));
  return (tag !== undefined && byTag[tag]) || agent.initial_message;
}
