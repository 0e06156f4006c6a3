// Placeholder until its owner writes it.
import type { Context } from "hono";
export const sessionEvents = (c: Context) => c.json({ detail: "sessionEvents" }, 501);
