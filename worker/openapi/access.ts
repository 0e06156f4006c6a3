import type { MiddlewareHandler } from "hono";
import type { Permission } from "../../shared/keys.ts";
import type { AppEnv } from "../http/app-env.ts";

/**
 * Who may call: anyone, a key in the path, a session's own token, a project key with a permission, the operator alone, or an
 * organization's token as well.
 */
export type Access = "public" | "path" | "token" | Permission | "operator" | "organization";

/** What stands before a handler in the map, or around it, and whom it lets through. */
export interface Guard {
  access: Access;
}

/** A middleware as a guard, so that the document knows whom it lets through. */
export const guard = (access: Access, handler: MiddlewareHandler<AppEnv>): MiddlewareHandler<AppEnv> & Guard =>
  Object.assign(handler, { access });
