import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { ApiError } from "./errors.ts";

/** Before a GET that spends something: Hono would answer HEAD by running it. */
export const getOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method === "HEAD") throw new ApiError("method_not_allowed", { headers: { Allow: "GET" } });
  await next();
};
