// Placeholder until its owner writes it.
import type { Context } from "hono";
export const demoSite = (c: Context) => c.json({ detail: "demoSite" }, 501);
