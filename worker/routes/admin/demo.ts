// Placeholder until its owner writes it.
import type { Context } from "hono";
export const seed = (c: Context) => c.json({ detail: "seed" }, 501);
