import { randomBytes } from "node:crypto";

/** `item_…`, as OpenAI's are. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(10).toString("hex")}`;
