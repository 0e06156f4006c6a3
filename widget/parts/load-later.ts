type Later = typeof import("./later.ts");

/** Null until it is there: the panel works without, plainer. */
export let later: Later | null = null;

/**
 * Asked for when a conversation begins. Answers whether it is there; the next call tries again. Without it a message
 * stays as it was written, and the end has no stars.
 */
export async function loadLater(): Promise<boolean> {
  try {
    later ??= await import("./later.ts");
  } catch {}
  return later !== null;
}
