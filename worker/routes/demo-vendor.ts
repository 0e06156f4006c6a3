// Placeholder until its owner writes it.
import type { Context } from "hono";
export const demoVendor = (c: Context) => c.json({ detail: "demoVendor" }, 501);
