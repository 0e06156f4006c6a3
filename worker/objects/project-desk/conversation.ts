import type { ServiceEvent } from "../../../shared/events.ts";
import { visitorOf } from "../org-ledger/forgiveness.ts";
import type { Lease } from "../org-ledger/lease.ts";
import type { Conversation, DeskFact, PersonCounts } from "./rpc.ts";

export const waitedSeconds = ({ waiting_since }: Conversation, now: number): number =>
  waiting_since === null ? 0 : Math.max(0, Math.round((now - waiting_since) / 1000));

export const secondsWith = ({ joined_at }: Conversation, until: number): number =>
  joined_at === null ? 0 : Math.max(0, Math.round((until - joined_at) / 1000));

/** A conversation as it begins to concern a person. */
export const conversationOf = (lease: Lease, wait_seconds: number): Conversation => ({
  session_id: lease.session_id,
  org_id: lease.org_id,
  project_id: lease.project_id,
  agent_id: lease.agent_id,
  agent_name: lease.agent_name,
  visitor: visitorOf(lease),
  page: lease.page ?? null,
  since: lease.started_at,
  status: lease.state,
  handled_by: "waiting",
  reason: null,
  summary: null,
  joined_at: null,
  waiting_since: null,
  wait_until: null,
  wait_seconds,
  person: null,
  holder: null,
  from_inbox: false,
  page_gone_at: null,
  person_gone_at: null,
  told_gone: false,
  lines: 0,
  bytes: 0,
});

/** The `person` frame of its state. */
export function personFrame({ person, told_gone }: Conversation) {
  if (!person || told_gone) return { type: "person", status: "waiting" } as const;
  const { name, picture } = person;
  return { type: "person", status: "joined", name, ...(picture !== null && { picture }) } as const;
}

type Webhook = NonNullable<DeskFact["webhook"]>;

/** What happened in it, before it is written down. */
export interface Happened {
  event: ServiceEvent | null;
  counts?: PersonCounts;
  webhook?: Webhook["type"];
  audit?: DeskFact["audit"];
}

/** @param one a lease where no person was asked for: no webhook hears of that */
export function factOf(one: Conversation | Lease, at: number, happened: Happened): Omit<DeskFact, "id"> {
  const { session_id, org_id, project_id } = one;
  const { event, counts = null, audit = null } = happened;
  const webhook = happened.webhook && "waiting_since" in one ? webhookOf(one, happened.webhook, at) : null;
  return { at, session_id, org_id, project_id, event, counts, webhook, audit };
}

function webhookOf(one: Conversation, type: Webhook["type"], at: number): Webhook {
  const { agent_id, agent_name, reason, summary, page, wait_until } = one;
  const name = one.person?.name ?? null;
  return {
    type,
    data: { agent_id, agent_name, reason, summary, page, wait_until, name, waited_seconds: waitedSeconds(one, at) },
  };
}
