// Placeholder until its owner writes it.
import type { Context } from "hono";
export const list = (c: Context) => c.json({ detail: "list" }, 501);
export const create = (c: Context) => c.json({ detail: "create" }, 501);
export const read = (c: Context) => c.json({ detail: "read" }, 501);
export const update = (c: Context) => c.json({ detail: "update" }, 501);
export const identitySecret = (c: Context) => c.json({ detail: "identitySecret" }, 501);
export const rotateIdentitySecret = (c: Context) => c.json({ detail: "rotateIdentitySecret" }, 501);
