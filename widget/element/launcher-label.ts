import { asRecord, isText } from "../config/overlay.ts";

/** Known before anything has answered; tested to be what the service says. */
export const ENGLISH_LABEL = "Talk to us";

/** What the page asks for, then what the browser does. */
export function preferredLocales(element: Element, locale: string | undefined): readonly (string | undefined)[] {
  return [locale, element.closest<HTMLElement>("[lang]")?.lang, ...navigator.languages];
}

/**
 * The word for the visitor's language, as the service chose it, and that language; empty while it is not known. A tag is
 * looked up as the text it is, `de-at` and then `de`: a browser's `Intl.Locale` first loads its data.
 */
export function launcherLabel(
  answer: unknown,
  preferred: readonly (string | undefined)[],
): { label: string; locale: string } {
  const { launcher_labels, widget_config } = asRecord(answer);
  const labels = asRecord(launcher_labels);
  for (const wish of preferred) {
    for (
      let locale = (wish ?? "").toLowerCase().replaceAll("_", "-");
      locale;
      locale = locale.replace(/-?[^-]*$/, "")
    ) {
      const label = labels[locale];
      if (isText(label)) return { label, locale };
    }
  }
  const plain = labels.en ?? asRecord(asRecord(widget_config).copy).launcher;
  const english = /^en/i.test(preferred.find(Boolean) ?? "") ? ENGLISH_LABEL : "";
  return { label: isText(plain) ? plain : english, locale: "en" };
}
