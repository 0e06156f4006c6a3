/**
 * The address of the running script. A module, or one that stands in the page itself, can only read it from the stack of an
 * error, since `import.meta` would be a syntax error in a classic script.
 * @param tag of a classic script
 */
export const scriptUrl = (tag: HTMLScriptElement | null): string | undefined =>
  tag?.src || urlInStack(new Error().stack as string);

/** The first script address of a stack trace, without line and column; Chromium, Firefox and WebKit write them alike. */
export function urlInStack(stack: string): string | undefined {
  return /(https?|file):\/\/[^\s)]+?(?=(:\d+)+\)?$)/m.exec(stack)?.[0];
}
