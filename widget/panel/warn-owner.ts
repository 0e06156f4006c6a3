const given = new Set<string>();

/** Tells the site's owner in the console, once for each text, what is wrong and what to do. Visitors never see it. */
export function warnOwner(text: string): void {
  if (text === "" || given.has(text)) return;
  given.add(text);
  console.warn(`[voice-widget] ${text}`);
}
