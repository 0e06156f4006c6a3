// Placeholder until its owner writes it.
import type { Context, Hono } from "hono";
import type { App } from "./context.ts";
export const onError = (error: Error, c: Context) => c.json({ detail: error.message }, 503);
export const notFound = (_app: Hono<App>) => (c: Context) => c.json({ detail: "Not Found" }, 404);
