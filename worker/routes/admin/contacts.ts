import * as z from "zod";
import { contactPatch } from "../../../shared/contacts.ts";
import { LENGTHS } from "../../../shared/text-lengths.ts";
import { exportFormat, exportResponse, exportSpreadsheet } from "../../http/export.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, queryFlag, readQuery } from "../../http/read-request.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { wordForms } from "../../projects/contact-words.ts";
import { changeContact, exportContacts, findContacts, loadContact, removeContact } from "../../projects/contacts.ts";
import { projectOfPath } from "./of-path.ts";

const operation = operationsOf("Reports");

const COLUMNS = [
  "id",
  "at",
  "name",
  "email",
  "phone",
  "message",
  "consent_text",
  "session_id",
  "agent_id",
  "done_at",
] as const;
/** Each word is looked for in all texts of thousands of contacts, in an object that serves one after the other. */
const MOST_WORDS = 10;
const query = z.object({
  q: z
    .string()
    .max(LENGTHS.search, "Search for at most 500 characters")
    .refine((q) => wordForms(q).length <= MOST_WORDS, `Search for at most ${MOST_WORDS} words`)
    .meta({
      description:
        "Finds contacts with all of these words, ten at most, or parts of words, in name, address, number or message.",
      example: "lovelace",
    })
    .optional(),
  done: queryFlag("`true`: only those that are marked as done; `false`: only the others.").optional(),
  format: exportFormat,
  spreadsheet: exportSpreadsheet,
});

export const list = operation({
  id: "listContacts",
  summary: "List the contacts that visitors left",
  description:
    "Newest first. With `format` all of them, streamed. A page of a search may be short, or empty: it is over where `next_cursor` is null.",
  query,
  page: "ContactList",
  bounds: ["project.export_contacts"],
  async handle(c) {
    const project = await projectOfPath(c);
    const { format, spreadsheet, ...wanted } = readQuery(c, query);
    const { actor } = c.var;
    if (format !== "json") {
      const pages = await exportContacts(c.env, actor, project, wanted, format);
      return exportResponse(format, `contacts-${project.id}`, COLUMNS, pages, spreadsheet);
    }
    const { limit, after } = readPage(c);
    const { items, next } = await findContacts(c.env, actor, project, wanted, after === 0 ? null : after, limit);
    return c.json({ items, next_cursor: next === null ? null : String(next) });
  },
});

export const update = operation({
  id: "updateContact",
  summary: "Mark a contact as done, or as not",
  body: contactPatch,
  answers: { 200: { description: "The current state.", schema: "Contact" } },
  bounds: ["contact.update"],
  async handle(c, readBody) {
    const contact = await loadContact(c.env, c.var.actor, pathId(c));
    return c.json(await changeContact(c.env, c.var.actor, contact, await readBody()));
  },
});

export const remove = operation({
  id: "deleteContact",
  summary: "Delete a contact",
  description: "It is removed from webhook deliveries too, sent or not.",
  answers: { 204: "Deleted." },
  async handle(c) {
    await removeContact(c.env, c.var.actor, await loadContact(c.env, c.var.actor, pathId(c)));
    return c.body(null, 204);
  },
});
