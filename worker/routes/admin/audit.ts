import type { Context } from "hono";
import { type App, scopeOf } from "../../http/context.ts";
import { readPage } from "../../http/page.ts";
import { listAudit } from "../../storage/audit.ts";

export const list = async (c: Context<App>) => c.json(await listAudit(c.env.DB, readPage(c), scopeOf(c.var.actor)));
