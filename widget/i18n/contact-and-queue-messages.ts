import enContactAndQueue from "./en-contact-and-queue.ts";
import type { ContactAndQueueMessages, Messages, PanelMessages } from "./messages.ts";

/**
 * The texts of contact form, opening hours and queue: English brings them with this chunk, other languages have them
 * already.
 */
export const contactAndQueueMessages = (texts: PanelMessages): ContactAndQueueMessages =>
  (texts as Partial<Messages>).contactAndQueue ?? enContactAndQueue;
