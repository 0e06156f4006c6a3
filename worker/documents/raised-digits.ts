const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Digits as they stand raised: behind others, as the cents of a price, the plain ones would make another number. */
export const raisedDigits = (text: string): string => text.replace(/\d/g, (digit) => DIGITS[Number(digit)] ?? digit);
