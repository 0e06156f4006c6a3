import type { ContactAndQueueMessages } from "./messages.ts";

/** What is typed, and the fields of the contact form. */
const enTooLong: ContactAndQueueMessages["tooLong"] = (most) => `Use at most ${most} characters.`;

export default enTooLong;
