type ContactAndQueueChunk = typeof import("./contact-and-queue/contact-and-queue.ts");

/** Null until it is loaded. */
let contactAndQueueChunk: ContactAndQueueChunk | null = null;

/** Loads it when an agent asks for a contact, outside of opening hours, and while all voice lines are busy. */
export async function loadContactAndQueue(): Promise<ContactAndQueueChunk | null> {
  try {
    contactAndQueueChunk ??= await import("./contact-and-queue/contact-and-queue.ts");
  } catch {}
  return contactAndQueueChunk;
}
