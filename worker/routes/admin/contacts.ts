import * as z from "zod";
import { scopeOf } from "../../actor.ts";
import { exportFormat, exportResponse } from "../../http/export.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, readQuery } from "../../http/read-request.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { eachContact, removeContact } from "../../projects/contacts.ts";
import { loadContact, loadProject } from "../../projects/load.ts";
import { listContacts } from "../../storage/contacts.ts";

const operation = operationsOf("Reports");

const COLUMNS = ["id", "at", "name", "email", "phone", "message", "consent_text", "session_id", "agent_id"] as const;
const query = z.object({ format: exportFormat });

export const list = operation({
  id: "listContacts",
  summary: "List the contacts that visitors left",
  description: "Newest first. With `format` all of them, streamed.",
  query,
  page: "ContactList",
  async handle(c) {
    const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
    const { format } = readQuery(c, query);
    if (format !== "json")
      return exportResponse(format, `contacts-${project.id}`, COLUMNS, eachContact(c.env.DB, c.var.actor, project.id));
    const { limit, after } = readPage(c);
    const rows = await listContacts(c.env.DB, project.id, scopeOf(c.var.actor), after === 0 ? null : after, limit + 1);
    const items = rows.slice(0, limit);
    return c.json({ items, next_cursor: rows.length > limit ? String(items.at(-1)?.id) : null });
  },
});

export const remove = operation({
  id: "deleteContact",
  summary: "Delete a contact",
  description: "It is removed from webhook deliveries too, sent or not.",
  answers: { 204: "Deleted." },
  async handle(c) {
    await removeContact(c.env, c.var.actor, await loadContact(c.env.DB, c.var.actor, pathId(c)));
    return c.body(null, 204);
  },
});
