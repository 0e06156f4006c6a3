// Placeholder until its owner writes it.
import type { Context } from "hono";
export const config = (c: Context) => c.json({ detail: "config" }, 501);
