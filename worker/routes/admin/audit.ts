import { scopeOf } from "../../actor.ts";
import { readPage } from "../../http/read-page.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { listAudit } from "../../storage/audit.ts";

const operation = operationsOf("Reports");

export const list = operation({
  id: "listAudit",
  summary: "List who did what, and when",
  page: "AuditEntryList",
  handle: async (c) => c.json(await listAudit(c.env.DB, readPage(c), scopeOf(c.var.actor))),
});
