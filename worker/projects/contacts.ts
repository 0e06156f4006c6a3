import type { Contact } from "../../shared/contacts.ts";
import { type Actor, auditActor } from "../actor.ts";
import type { Bindings } from "../env.ts";
import { recordAudit } from "../storage/audit.ts";
import { type ContactRow, deleteContact, listContacts } from "../storage/contacts.ts";
import { findProject } from "../storage/projects.ts";
import { eraseDeliveries } from "../webhooks/erase-deliveries.ts";

const PAGE = 500;

/** All of a project's contacts, page by page, the newest first. */
export async function* eachContact(db: D1Database, project_id: number): AsyncGenerator<Contact[]> {
  for (let before: number | null = null; ; ) {
    const rows: Contact[] = await listContacts(db, project_id, before, PAGE);
    yield rows;
    if (rows.length < PAGE) return;
    before = rows.at(-1)?.id ?? null;
  }
}

/** Deletes the contact and all deliveries of it, sent or waiting. The audit log holds only that it was deleted. */
export async function removeContact(bindings: Bindings, actor: Actor, contact: ContactRow): Promise<void> {
  const { DB } = bindings;
  const project = await findProject(DB, contact.project_id, null);
  await DB.batch(deleteContact(DB, contact));
  await eraseDeliveries(bindings, contact.project_id, { contact_ids: [contact.id] });
  await recordAudit(DB, {
    ...auditActor(actor, project?.org_id ?? null),
    action: "contact.delete",
    target: `contact:${contact.id}`,
  });
}
