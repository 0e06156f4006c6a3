import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { listProviders } from "../../providers/catalog.ts";
import { readVariables } from "../../variables.ts";

/** `GET /admin/v1/providers` */
export const list = (c: Context<AppEnv>): Response =>
  c.json({ items: listProviders(readVariables(c.env), c.env), next_cursor: null });
