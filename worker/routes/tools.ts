// Placeholder until its owner writes it.
import type { Context } from "hono";
export const executeTool = (c: Context) => c.json({ detail: "executeTool" }, 501);
