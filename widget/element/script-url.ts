/**
 * The address of the script that is running, from which everything else is found. A classic script knows it as
 * `document.currentScript`; a module only through where an error says that it was thrown, since `import.meta` would be
 * a syntax error in a classic script.
 */
export function scriptUrl(): string | null {
  return (document.currentScript as HTMLScriptElement | null)?.src || urlInStack(new Error().stack ?? "");
}

/** The first script address of a stack trace, without line and column; Chromium, Firefox and WebKit write them alike. */
export function urlInStack(stack: string): string | null {
  return /(?:https?|file):\/\/[^\s)]+?(?=(?::\d+){1,2}\)?(?:\s|$))/.exec(stack)?.[0] ?? null;
}
