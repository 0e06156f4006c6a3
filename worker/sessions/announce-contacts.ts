import type { Bindings } from "../env.ts";
import type { ContactTold } from "../objects/project-store/contact-rpc.ts";
import { enqueueWebhookEvents, throwFirst, type WebhookEventInput } from "../webhooks/enqueue-webhook-events.ts";

/**
 * Enqueues contacts of one project for its webhooks. It may run twice.
 * @throws what a queue threw, once the others are done
 */
export async function announceContacts(bindings: Bindings, contacts: ContactTold[]): Promise<void> {
  throwFirst(await enqueueWebhookEvents(bindings, contacts.map(contactCreated)));
}

function contactCreated({ org_id, ...contact }: ContactTold): WebhookEventInput {
  const { id, project_id, session_id, at } = contact;
  return {
    event: "contact.created",
    project_id,
    org_id: org_id === 0 ? null : org_id,
    name: String(id),
    session_id,
    contact_id: id,
    at,
    data: () => ({ contact_id: id, ...contact }),
  };
}
