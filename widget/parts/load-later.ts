type Later = typeof import("./later.ts");

/** Null until it is there: the panel works without, plainer. */
export let later: Later | null = null;

/** Asked for when a conversation begins. Resolves also where it cannot be had; the next call tries again. */
export async function loadLater(): Promise<void> {
  if (later) return;
  try {
    later = await import("./later.ts");
  } catch {
    // A message stays as it was written, and the end has no stars.
  }
}
