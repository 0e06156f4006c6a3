import type { Bindings } from "../env.ts";
import type { DeskFact } from "../objects/project-desk/rpc.ts";
import { storeOf } from "../objects/project-store/client.ts";
import type { Utterance } from "../objects/project-store/transcript.ts";
import { permit } from "../permissions.ts";
import { tellDevices } from "../push/tell-devices.ts";
import { auditStatement } from "../storage/audit.ts";
import { activeWebhooks } from "../storage/webhooks.ts";
import { enqueueWebhookEvents, throwFirst, type WebhookEventInput } from "../webhooks/enqueue-webhook-events.ts";
import { linksOf } from "./enqueue-ledger-events.ts";
import { keepEvents } from "./keep-events.ts";
import { lastUtterancesIfKnown } from "./transcript.ts";

/** Lines that a webhook is sent. */
const MAX_LINES = 10;

/**
 * Writes down what happened between a visitor and a person, and tells the webhooks that want it. It may run twice: the line keeps
 * its name then, and a webhook's event its id.
 */
export async function tellPersonFact(bindings: Bindings, fact: DeskFact): Promise<void> {
  const { DB } = bindings;
  const { session_id, org_id, project_id, at, event, counts, webhook, audit } = fact;
  // Below 0 there is no name of a page's report.
  if (event) await keepEvents(bindings, { project_id, org_id, session_id }, [{ ...event, at }], at, -fact.id);
  if (counts) await storeOf(bindings, project_id).addPersonCounts(project_id, session_id, org_id, counts);
  if (audit) {
    // Done by who may not any more, perhaps: it is what happened, and what follows waits for it.
    const record = { ...permit(audit.actor, audit.action, org_id), target: `session:${session_id}` };
    await auditStatement(DB, record, at).run();
  }
  if (!webhook) return;
  if (webhook.type === "person.requested")
    await tellDevices(bindings, { session_id, org_id, project_id, ...webhook.data, waiting_since: at });
  const webhooks = await activeWebhooks(DB, [project_id]);
  if (!webhooks.some(({ events }) => events.includes(webhook.type))) return;
  const lines =
    webhook.type === "person.requested"
      ? await lastUtterancesIfKnown(bindings, project_id, [session_id], MAX_LINES)
      : [];
  throwFirst(await enqueueWebhookEvents(bindings, [eventOf(fact, webhook, lines)], webhooks));
}

function eventOf(
  { id, session_id, org_id, project_id, at }: DeskFact,
  { type, data }: NonNullable<DeskFact["webhook"]>,
  said: Utterance[],
): WebhookEventInput {
  const { agent_id, agent_name, reason, summary, page, wait_until, name, waited_seconds } = data;
  const request = { session_id, project_id, agent_id, agent_name, reason, summary, page };
  const about = { project_id, org_id, name: `${session_id}:${id}`, session_id, contact_id: null, at };
  switch (type) {
    case "person.requested":
      return {
        ...about,
        event: type,
        data: ({ origin }) => ({
          ...request,
          requested_at: at,
          wait_until: wait_until ?? at,
          lines: said.map(({ role, text, at: said_at }) => ({ role, text, at: said_at })),
          links: {
            inbox: `${origin}/console/#/projects/${project_id}/inbox/${session_id}`,
            session: linksOf(origin, session_id).session,
          },
        }),
      };
    case "person.joined":
      return { ...about, event: type, data: () => ({ ...request, person: { name: name ?? "" }, waited_seconds }) };
    case "person.missed":
      return { ...about, event: type, data: () => ({ ...request, waited_seconds }) };
  }
}
