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
): { label: string; locale: string } {
  const { launcher_labels, widget_config } = asRecord(answer);
  const labels = asRecord(launcher_labels);
  for (const preferredTag of preferred) {
    for (
      let locale = (preferredTag ?? "").toLowerCase().replaceAll("_", "-");
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
