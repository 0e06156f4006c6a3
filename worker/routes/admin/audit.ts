import type { Context } from "hono";
import { scopeOf } from "../../actor.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readPage } from "../../http/read-page.ts";
import { listAudit } from "../../storage/audit.ts";

export const list = async (c: Context<AppEnv>) => c.json(await listAudit(c.env.DB, readPage(c), scopeOf(c.var.actor)));
