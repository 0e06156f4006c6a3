/** A text that counts: a form for each plural that the language has, `#` in the number's place. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** With the digits of the language, also those that stand in the text. */
export function plural(forms: Plural, count: number, tag: string): string {
  const form = forms[new Intl.PluralRules(tag).select(count)] ?? forms.other;
  return form.replace("#", String(count)).replace(/\d/g, (digit) => Number(digit).toLocaleString(tag));
}
