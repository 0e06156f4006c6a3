import type { MiddlewareHandler } from "hono";
import type { App } from "../http/context.ts";

/** Answers that hold what is for one caller, once: no cache keeps them, nor their errors. */
export const noStore: MiddlewareHandler<App> = (c, next) => {
  c.header("Cache-Control", "no-store");
  return next();
};
