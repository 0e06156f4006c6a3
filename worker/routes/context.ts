// Placeholder until its owner writes it.
import type { Context } from "hono";
export const context = (c: Context) => c.json({ detail: "context" }, 501);
