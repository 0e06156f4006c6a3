/**
 * Marks a whole style sheet, so that editors colour it and the build minifies it (scripts/build/literals.ts). Values in it are
 * refused there: what differs is a custom property.
 */
export const css = (text: TemplateStringsArray): string => String(text[0]);
