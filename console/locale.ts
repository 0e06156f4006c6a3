/**
 * The console speaks English. In which order a date stands, whether a day has 12 or 24 hours and how numbers are grouped is
 * its reader's: English as their region writes it. @param language as a browser tells it: `de-DE`, `ja`
 */
export const englishAs = (language: string): string => `en-${new Intl.Locale(language).maximize().region ?? "US"}`;

export const READER = englishAs(new Intl.DateTimeFormat().resolvedOptions().locale);
