// Placeholder until its owner writes it.
import type { Context } from "hono";
export const list = (c: Context) => c.json({ detail: "list" }, 501);
export const create = (c: Context) => c.json({ detail: "create" }, 501);
export const regenerate = (c: Context) => c.json({ detail: "regenerate" }, 501);
