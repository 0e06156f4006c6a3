// Placeholder until its owner writes it.
import type { Context } from "hono";
export const sessions = (c: Context) => c.json({ detail: "sessions" }, 501);
export const session = (c: Context) => c.json({ detail: "session" }, 501);
export const endSession = (c: Context) => c.json({ detail: "endSession" }, 501);
export const analytics = (c: Context) => c.json({ detail: "analytics" }, 501);
export const forgetSubject = (c: Context) => c.json({ detail: "forgetSubject" }, 501);
