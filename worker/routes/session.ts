// Placeholder until its owner writes it.
import type { Context } from "hono";
export const session = (c: Context) => c.json({ detail: "session" }, 501);
