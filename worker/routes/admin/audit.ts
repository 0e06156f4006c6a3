import { readPage } from "../../http/read-page.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { readAuditLog } from "../../projects/audit-log.ts";

const operation = operationsOf("Reports");

export const list = operation({
  id: "listAudit",
  summary: "List who did what, and when",
  page: "AuditEntryList",
  handle: async (c) => c.json(await readAuditLog(c.env, c.var.actor, readPage(c))),
});
