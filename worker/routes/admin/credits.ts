// Placeholder until its owner writes it.
import type { Context } from "hono";
export const grant = (c: Context) => c.json({ detail: "grant" }, 501);
export const ledger = (c: Context) => c.json({ detail: "ledger" }, 501);
