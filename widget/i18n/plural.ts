/** A text with a number: one form for each plural of the language, with `#` for the number. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Uses the digits of the language, also for digits in the text itself. */
export function plural(forms: Plural, count: number, tag: string): string {
  const form = forms[new Intl.PluralRules(tag).select(count)] ?? forms.other;
  return form.replace("#", String(count)).replace(/\d/g, (digit) => Number(digit).toLocaleString(tag));
}
