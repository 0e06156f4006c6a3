const given = new Set<string>();

/** Tells the site's owner, in the console and once, what is wrong and what to do. Visitors never see it. */
export function hintOwner(hint: string): void {
  if (given.has(hint)) return;
  given.add(hint);
  console.warn(`[voice-widget] ${hint}`);
}
