import type { SessionEvent } from "../../shared/events.ts";
import type { Handler } from "../../shared/person.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { callQueue } from "../objects/delivery-queue/client.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import { callDesk } from "../objects/project-desk/client.ts";
import type { RequestOutcome } from "../objects/project-desk/rpc.ts";
import { hasDevices } from "../push/tell-devices.ts";
import type { ProjectSnapshot } from "../storage/snapshots.ts";
import { activeWebhooks, type Webhook } from "../storage/webhooks.ts";
import { hoursOf } from "./opening-hours.ts";

/** Why, and what was said so far, in the words of whoever asks. */
export interface ReasonAndSummary {
  reason?: string | null | undefined;
  summary?: string | null | undefined;
}

export const personAskedIn = (events: SessionEvent[]): ReasonAndSummary | null =>
  events.find((event) => event.type === "person_requested") ?? null;

/** Who talks with the visitor after a request. */
export const HANDLER_AFTER: Record<RequestOutcome, Handler> = {
  waiting: "waiting",
  joined: "person",
  missed: "agent",
  over: "agent",
};

/** The agent's rules for it. @throws ApiError `person_not_offered` */
export function personPlanOf(snapshot: ProjectSnapshot, agent_id: number) {
  const plan = snapshot.agents.find(({ id }) => id === agent_id)?.person;
  if (!plan?.enabled) throw new ApiError("person_not_offered");
  return plan;
}

/** A help desk that has taken nothing for longer than a deployment lasts is not there. Milliseconds. */
const SILENT_MS = 15 * 60_000;

async function hasHelpDesk(bindings: Bindings, webhooks: Webhook[]): Promise<boolean> {
  const desks = webhooks.filter(({ events }) => events.includes("person.requested"));
  const since = await Promise.allSettled(
    desks.map(({ id }) => callQueue(bindings, id, (queue) => queue.failingSince())),
  );
  return since.some((one) => one.status === "rejected" || one.value === null || Date.now() - one.value < SILENT_MS);
}

/**
 * Asks for a person in a session that runs. Again changes nothing.
 * @throws ApiError `person_not_offered`
 */
export async function requestPerson(
  bindings: Bindings,
  snapshot: ProjectSnapshot,
  lease: Lease,
  { reason, summary }: ReasonAndSummary,
): Promise<RequestOutcome> {
  const { wait_seconds } = personPlanOf(snapshot, lease.agent_id);
  const { project_id } = lease;
  const { open } = hoursOf(snapshot, Date.now());
  const [webhooks, byPush] = await Promise.all([
    activeWebhooks(bindings.DB, [project_id]),
    open && hasDevices(bindings, lease),
  ]);
  const told_elsewhere = byPush || (await hasHelpDesk(bindings, webhooks));
  return callDesk(bindings, project_id, (desk) =>
    desk.request(lease, {
      reason: reason?.trim() || null,
      summary: summary?.trim() || null,
      wait_seconds,
      open,
      told_elsewhere,
    }),
  );
}
