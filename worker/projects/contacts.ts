import type { Contact, ContactPatch } from "../../shared/contacts.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { requireAuthority, requireRate } from "../bounds.ts";
import { audit, auditState, permitIn } from "../change.ts";
import { contactDigest } from "../crypto/contact-digest.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { callStore, type StoreBindings } from "../objects/project-store/client.ts";
import type { ContactFilter, ContactRow } from "../objects/project-store/contact-rpc.ts";
import { projectOfId } from "../objects/project-store/engine.ts";
import { permit } from "../permissions.ts";
import { deleteContact } from "../storage/contacts.ts";
import { projectOfContact } from "../storage/project-stores.ts";
import { findProject, type Project } from "../storage/projects.ts";
import { eraseDeliveries } from "../webhooks/erase-deliveries.ts";
import { wordForms } from "./contact-words.ts";

const PAGE = 500;
/** Calls of the store for one request, each of which looks through so many contacts. */
const MOST_LOOKS = 10;

type Sources = StoreBindings & { DB: D1Database };
type OfProject = Pick<Project, "id" | "version">;

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
  bindings: StoreBindings,
  actor: Actor,
  { id, version }: OfProject,
  query: ContactQuery,
  before: number | null,
  limit: number,
): Promise<ContactPage> {
  const filter: ContactFilter = { scope: scopeOf(actor), words: wordForms(query.q ?? ""), done: query.done ?? null };
  const items: Contact[] = [];
  let below = before;
  for (let looks = 1; ; looks++) {
    const left = limit + 1 - items.length;
    const { found, last } = await callStore(bindings, id, (store) => store.contacts(id, version, filter, below, left));
    items.push(...found);
    if (items.length > limit) return { items: items.slice(0, limit), next: items[limit - 1]?.id ?? null };
    if (last === null || looks === MOST_LOOKS) return { items, next: last };
    below = last;
  }
}

/** All of a project's contacts that a query finds, page by page, the newest first. */
export async function* eachContact(
  bindings: Sources,
  actor: Actor,
  project: OfProject,
  query: ContactQuery,
): AsyncGenerator<Contact[]> {
  for (let before: number | null = null; ; ) {
    // A stream may take long.
    await requireAuthority(bindings.DB, { actor, project_id: project.id });
    const { items, next }: ContactPage = await findContacts(bindings, actor, project, query, before, PAGE);
    yield items;
    if (next === null) return;
    before = next;
  }
}

/** The same for somebody who takes them away, which the audit log tells of. @throws ApiError `changes_limited` */
export async function exportContacts(
  bindings: Sources,
  actor: Actor,
  project: Project,
  query: ContactQuery,
  format: string,
): Promise<AsyncGenerator<Contact[]>> {
  const record = { ...permit(actor, "project.export_contacts", project), target: `project:${project.id}` };
  await audit(bindings.DB, { ...record, change: { format } });
  return eachContact(bindings, actor, project, query);
}

/** The contact of an id, if the actor may see it. @throws ApiError `contact_not_found` */
export async function loadContact(bindings: Sources, actor: Actor, id: number | null): Promise<ContactRow> {
  const { DB } = bindings;
  const scope = scopeOf(actor);
  const project_id = id === null ? null : (projectOfId(id) ?? (await projectOfContact(DB, id)));
  const project = project_id === null ? null : await findProject(DB, project_id, scope);
  const found =
    id === null || project === null
      ? null
      : await callStore(bindings, project.id, (store) => store.contact(project.id, project.version, id, scope));
  if (!found) throw new ApiError("contact_not_found");
  return found;
}

/** Marks a contact as done, or as not; what is so already stays as it is, with its time. */
export async function changeContact(
  bindings: Sources,
  actor: Actor,
  { id, project_id, done_at }: ContactRow,
  { done }: ContactPatch,
): Promise<Contact> {
  const { DB } = bindings;
  const record = await permitIn(DB, actor, "contact.update", project_id, `contact:${id}`);
  if (done !== (done_at !== null)) await auditState(DB, { ...record, change: { done }, before: { done: !done } });
  else await requireRate(DB, record, ["contact.update"]);
  const at = done ? Date.now() : null;
  await callStore(bindings, project_id, (store) => store.markContactDone(project_id, id, at));
  const { project_id: _, digest: __, ...contact } = await loadContact(bindings, actor, id);
  return contact;
}

/**
 * Deletes the contact and all deliveries of it, sent or waiting. The audit log holds only that it was deleted. The row goes
 * last, so that the call can be repeated until all is gone.
 */
export async function removeContact(bindings: Bindings, actor: Actor, contact: ContactRow): Promise<void> {
  const { DB } = bindings;
  const { id, project_id, session_id } = contact;
  const record = await permitIn(DB, actor, "contact.delete", project_id, `contact:${id}`);
  await requireAuthority(DB, record);
  await callStore(bindings, project_id, (store) => store.withholdContact(project_id, id));
  await eraseDeliveries(bindings, project_id, { contact_ids: [id] });
  if (session_id !== null) await deleteReported(bindings, contact, session_id);
  await auditState(DB, record);
  await DB.batch(deleteContact(DB, id, session_id));
  await callStore(bindings, project_id, (store) => store.deleteContact(project_id, id));
}

/** Deletes what the session reported of the contact: a form that was sent twice made one. */
async function deleteReported(
  bindings: StoreBindings,
  { project_id, digest }: ContactRow,
  session_id: string,
): Promise<void> {
  const reported = await callStore(bindings, project_id, (store) => store.contactEvents(project_id, session_id));
  const same: number[] = [];
  // Not by their texts: a database stores half a character as another one.
  for (const { id, body } of reported) if ((await contactDigest(session_id, body)) === digest) same.push(id);
  await callStore(bindings, project_id, (store) => store.deleteEvents(project_id, session_id, same));
}
