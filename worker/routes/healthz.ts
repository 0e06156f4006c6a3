// Placeholder until its owner writes it.
import type { Context } from "hono";
export const healthz = (c: Context) => c.json({ detail: "healthz" }, 501);
