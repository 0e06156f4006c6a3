// Placeholder until its owner writes it.
import type { Context } from "hono";
export const signedUrl = (c: Context) => c.json({ detail: "signedUrl" }, 501);
