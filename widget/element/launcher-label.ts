import { asRecord, isText } from "../config/overlay.ts";

/** Used before the service has answered; a test holds it equal to the service's own label. */
export const ENGLISH_LABEL = "Talk to us";

/**
 * The label in the visitor's language, as the service chose it, and that language; empty while it is not known. A language
 * tag is looked up as plain text, `de-at` and then `de`, since a browser's `Intl.Locale` first loads its data.
 */
export function launcherLabel(
  answer: unknown,
  preferred: readonly (string | undefined)[],
): readonly [label: string, locale: string] {
  const labels = asRecord(asRecord(answer).launcher_labels);
  for (const preferredTag of [...preferred, "en"]) {
    for (
      let locale = (preferredTag ?? "").toLowerCase().replace(/_/g, "-");
      locale;
      locale = locale.replace(/-?[^-]*$/, "")
    ) {
      const label = labels[locale];
      if (isText(label)) return [label, locale];
    }
  }
  return [/^en/i.test(preferred.find(Boolean) as string) ? ENGLISH_LABEL : "", "en"];
}
