type ReceptionChunk = typeof import("./reception/reception.ts");

/** Null until it is there. */
export let receptionChunk: ReceptionChunk | null = null;

/** Asked for when an agent wants a contact, outside of opening hours, and while all lines are busy. */
export async function loadReception(): Promise<ReceptionChunk | null> {
  try {
    receptionChunk ??= await import("./reception/reception.ts");
  } catch {}
  return receptionChunk;
}
