import { asRecord, isText, ownWord } from "../config/overlay.ts";
import { pickLocale } from "../i18n/locales.ts";

/** Known before anything has answered; tested to be what the service says. */
export const ENGLISH_LABEL = "Talk to us";

/** What the page asks for, then what the browser does. */
export function preferredLocales(element: Element, locale: string | undefined): readonly (string | undefined)[] {
  const { lang } = element.closest<HTMLElement>("[lang]") ?? document.documentElement;
  return [locale, lang, ...navigator.languages];
}

/** The owner's word, else the service's, in the visitor's language; empty while it is not known. */
export function launcherLabel(
  answer: unknown,
  preferred: readonly (string | undefined)[],
): { label: string; locale: string } {
  const { launcher_labels, widget_config } = asRecord(answer);
  const labels = asRecord(launcher_labels);
  const { locale, tags } = pickLocale(preferred, Object.keys(labels));
  const word = ownWord(asRecord(widget_config).copy, tags, "launcher") ?? labels[locale];
  const english = /^en/i.test(preferred.find(Boolean) ?? "") ? ENGLISH_LABEL : "";
  return { label: isText(word) ? word : english, locale };
}
