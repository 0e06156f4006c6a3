// Placeholder until its owner writes it.
import type { Context } from "hono";
export const analytics = (c: Context) => c.json({ detail: "analytics" }, 501);
