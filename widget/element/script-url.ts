/**
 * The address of the running script, beside which everything else is found. A classic script has
 * `document.currentScript`; a module can only read it from the stack of an error, since `import.meta` would be a syntax
 * error in a classic script.
 */
export function scriptUrl(): string | null {
  return (document.currentScript as HTMLScriptElement | null)?.src || urlInStack(new Error().stack ?? "");
}

/** The first script address of a stack trace, without line and column; Chromium, Firefox and WebKit write them alike. */
export function urlInStack(stack: string): string | null {
  return /(https?|file):\/\/[^\s)]+?(?=(:\d+)+\)?$)/m.exec(stack)?.[0] ?? null;
}
