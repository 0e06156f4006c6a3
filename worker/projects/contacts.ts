import type { Contact } from "../../shared/contacts.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { change, permitIn } from "../change.ts";
import { contactDigest } from "../crypto/contact-digest.ts";
import type { Bindings } from "../env.ts";
import { type ContactRow, contactEventsOf, deleteContact, listContacts, markAnnounced } from "../storage/contacts.ts";
import { eraseDeliveries } from "../webhooks/erase-deliveries.ts";

const PAGE = 500;

/** All of a project's contacts, page by page, the newest first. */
export async function* eachContact(db: D1Database, actor: Actor, project_id: number): AsyncGenerator<Contact[]> {
  for (let before: number | null = null; ; ) {
    const rows: Contact[] = await listContacts(db, project_id, scopeOf(actor), before, PAGE);
    yield rows;
    if (rows.length < PAGE) return;
    before = rows.at(-1)?.id ?? null;
  }
}

/**
 * Deletes the contact and all deliveries of it, sent or waiting. The audit log holds only that it was deleted. The row goes
 * last, so that the call can be repeated until all is gone.
 */
export async function removeContact(bindings: Bindings, actor: Actor, contact: ContactRow): Promise<void> {
  const { DB } = bindings;
  const record = await permitIn(DB, actor, "contact.delete", contact.project_id, `contact:${contact.id}`);
  // No delivery of it is made from here on.
  await markAnnounced(DB, [contact.id], Date.now()).run();
  await eraseDeliveries(bindings, contact.project_id, { contact_ids: [contact.id] });
  const { digest, events: reported } = await contactEventsOf(DB, contact);
  const same: number[] = [];
  // Not by their texts: a database stores half a character as another one. A form that was sent twice made one contact.
  for (const { id, body } of reported)
    if ((await contactDigest(contact.session_id ?? "", body)) === digest) same.push(id);
  const [row, ...events] = deleteContact(DB, contact.id, same);
  await change(DB, record, row, { with: events });
}
