/**
 * Marks a whole style sheet, so that editors highlight it and the build minifies it (scripts/build/literals.ts), which refuses
 * interpolated values: use a custom property for what differs.
 */
export const css = (text: TemplateStringsArray): string => String(text[0]);
