// Placeholder until its owner writes it.
import type { Context } from "hono";
export const list = (c: Context) => c.json({ detail: "list" }, 501);
