import * as z from "zod";
import { readPage } from "../../http/read-page.ts";
import { queryDay, readQuery, requireInOrder } from "../../http/read-request.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { readAuditLog } from "../../projects/audit-log.ts";

const operation = operationsOf("Reports");

/** Names as the entries have them: one that nothing has finds nothing. */
const name = (pattern: RegExp, fault: string, description: string, example: string) =>
  z.string().regex(pattern, fault).meta({ description, example, pattern: undefined }).optional();

const query = z.object({
  actor: name(
    /^(service|operator|(operator|token):[1-9]\d{0,14})$/,
    "Write operator, operator:<id>, token:<id> or service",
    "Who did it, as an entry's `actor` names them.",
    "token:7",
  ),
  action: name(/^[a-z_]{1,40}\.[a-z_]{1,40}$/, "Write an action as agent.update", "What was done.", "agent.update"),
  kind: name(/^[a-z_]{1,40}$/, "Write a kind of target as agent", "What kind of thing it was done to.", "agent"),
  target: name(
    /^[a-z_]{1,40}:\S{1,200}$/,
    "Write a target as agent:7",
    "The one thing that it was done to, as an entry's `target` names it.",
    "agent:7",
  ),
  from: queryDay("First day").optional(),
  to: queryDay("Last day").optional(),
});

export const list = operation({
  id: "listAudit",
  summary: "List who did what, and when",
  description:
    "Newest first. All that is asked for must hold. A page of few among many may be short, or empty: it is over where `next_cursor` is null.",
  query,
  page: "AuditEntryList",
  async handle(c) {
    const asked = readQuery(c, query);
    requireInOrder(asked);
    return c.json(await readAuditLog(c.env, c.var.actor, readPage(c), asked));
  },
});
