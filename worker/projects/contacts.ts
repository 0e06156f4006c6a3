import type { Contact, ContactPatch } from "../../shared/contacts.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { change, permitIn } from "../change.ts";
import { contactDigest } from "../crypto/contact-digest.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { callStore } from "../objects/project-store/client.ts";
import { type ContactFilter, searchContacts, wordForms } from "../storage/contact-search.ts";
import {
  type ContactRow,
  deleteContact,
  digestOfContact,
  markAnnounced,
  markDone,
  readContact,
} from "../storage/contacts.ts";
import { eraseDeliveries } from "../webhooks/erase-deliveries.ts";

const PAGE = 500;
/** Statements of one request, each of which looks through so many contacts. */
const MOST_LOOKS = 10;

export interface ContactQuery {
  /** Words that all stand in name, address, number or message. */
  q?: string | undefined;
  /** Whether somebody has dealt with it. */
  done?: boolean | undefined;
}

export interface ContactPage {
  items: Contact[];
  /** Where the next page begins, `null` if there is none. */
  next: number | null;
}

/**
 * The newest first, below `before`. A page of a search may have fewer than `limit`, or none, and more behind it: one request
 * looks through so many contacts and no more.
 */
export async function findContacts(
  db: D1Database,
  actor: Actor,
  project_id: number,
  query: ContactQuery,
  before: number | null,
  limit: number,
): Promise<ContactPage> {
  const filter: ContactFilter = {
    project_id,
    scope: scopeOf(actor),
    words: wordForms(query.q ?? ""),
    done: query.done ?? null,
  };
  const items: Contact[] = [];
  let below = before;
  for (let looks = 1; ; looks++) {
    const { found, last } = await searchContacts(db, filter, below, limit + 1 - items.length);
    items.push(...found);
    if (items.length > limit) return { items: items.slice(0, limit), next: items[limit - 1]?.id ?? null };
    if (last === null || looks === MOST_LOOKS) return { items, next: last };
    below = last;
  }
}

/** All of a project's contacts that a query finds, page by page, the newest first. */
export async function* eachContact(
  db: D1Database,
  actor: Actor,
  project_id: number,
  query: ContactQuery,
): AsyncGenerator<Contact[]> {
  for (let before: number | null = null; ; ) {
    const { items, next }: ContactPage = await findContacts(db, actor, project_id, query, before, PAGE);
    yield items;
    if (next === null) return;
    before = next;
  }
}

/** Marks a contact as done, or as not; what is so already stays as it is, with its time. */
export async function changeContact(
  db: D1Database,
  actor: Actor,
  { id, project_id }: ContactRow,
  { done }: ContactPatch,
): Promise<Contact> {
  const record = await permitIn(db, actor, "contact.update", project_id, `contact:${id}`);
  await change(db, { ...record, change: { done } }, markDone(db, id, done ? Date.now() : null));
  const contact = await readContact(db, id, scopeOf(actor));
  if (!contact) throw new ApiError("contact_not_found");
  return contact;
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
  if (contact.session_id !== null) await deleteReported(bindings, contact, contact.session_id);
  const [row, before] = deleteContact(DB, contact.id, contact.session_id);
  await change(DB, record, row, { with: [before] });
}

/** Deletes what the session reported of the contact: a form that was sent twice made one. */
async function deleteReported(
  bindings: Bindings,
  { id: contact_id, project_id }: ContactRow,
  session_id: string,
): Promise<void> {
  const digest = await digestOfContact(bindings.DB, contact_id);
  const reported = await callStore(bindings, project_id, (store) => store.contactEvents(project_id, session_id));
  const same: number[] = [];
  // Not by their texts: a database stores half a character as another one.
  for (const { id, body } of reported) if ((await contactDigest(session_id, body)) === digest) same.push(id);
  await callStore(bindings, project_id, (store) => store.deleteEvents(project_id, session_id, same));
}
