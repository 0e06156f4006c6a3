import {
  agreedTo,
  CONTACT_FIELDS,
  type CollectContact,
  type ContactFields,
  type ContactSent,
  DEFAULT_CONSENT,
} from "../../shared/contacts.ts";
import type { SessionEvent } from "../../shared/events.ts";
import { MAX_DAY_CONTACTS } from "../../shared/limits.ts";
import { contactDigest } from "../crypto/contact-digest.ts";
import type { Bindings } from "../env.ts";
import { ApiError, ValidationError, valueError, valueFault } from "../http/errors.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { type ContactSender, isDayFull, secondsLeft } from "../storage/contact-counts.ts";
import {
  type ContactRow,
  insertContact,
  markAnnounced,
  type TheseContacts,
  unannouncedContacts,
} from "../storage/contacts.ts";
import type { ProjectSnapshot, SnapshotAgent } from "../storage/snapshots.ts";
import { readVariables } from "../variables.ts";
import { announce } from "../webhooks/announce.ts";
import { type FailedProjects, throwFirst, type WebhookEventInput } from "../webhooks/enqueue-webhook-events.ts";
import type { Caller } from "./caller.ts";
import { findCallersProject, loadCallersProject } from "./callers-project.ts";
import { checkChallenge } from "./challenge.ts";
import { checkKeyBinding, chooseAgent } from "./choose-agent.ts";
import { orgOfSession } from "./session-id.ts";

type ContactEvent = Extract<SessionEvent, { type: "contact" }>;
const CLOSED = "Neither the agent nor the opening hours of this project collect contacts";

/** The form that a visitor may be shown: the agent's own, else a plain one if the opening hours offer it. */
function contactForm(snapshot: ProjectSnapshot, agent: SnapshotAgent | undefined): CollectContact | null {
  if (agent?.collect_contact) return agent.collect_contact;
  return snapshot.hours?.closed === "contact" ? { fields: [...CONTACT_FIELDS], consent_text: DEFAULT_CONSENT } : null;
}

/**
 * The agent's own form, `null` for the plain one.
 * @throws ValidationError naming each contact event where there is no form
 */
async function ownFormOfSession(
  bindings: Bindings,
  caller: Caller,
  agent_id: number,
  events: SessionEvent[],
): Promise<CollectContact | null> {
  const places = events.flatMap(({ type }, index) => (type === "contact" ? [index] : []));
  const snapshot = await findCallersProject(bindings, caller);
  const agent = snapshot?.agents.find(({ id }) => id === agent_id);
  if (!snapshot || !contactForm(snapshot, agent))
    throw new ValidationError(places.map((index) => valueFault(["body", "events", index], CLOSED)));
  return agent?.collect_contact ?? null;
}

/** The session that the contacts among the events belong to, and the agent's own form; `null` where there are none. */
export async function contactFormOf(
  bindings: Bindings,
  caller: Caller,
  org_id: number,
  session_id: string,
  events: SessionEvent[],
) {
  if (!events.some(({ type }) => type === "contact")) return null;
  const lease = await callLedger(bindings, org_id, (ledger) => ledger.lease(session_id));
  // The report itself refuses a session that is unknown or another project's.
  if (!lease || lease.project_id !== caller.policy.project_id) return null;
  const own = await ownFormOfSession(bindings, caller, lease.agent_id, events);
  return { own, session: { project_id: lease.project_id, org_id, agent_id: lease.agent_id } };
}

/** Saves what a session's visitor sent, and enqueues it for the webhooks. */
export async function saveSessionContacts(
  bindings: Bindings,
  waitUntil: Caller["waitUntil"],
  session: { project_id: number; org_id: number; agent_id: number; session_id: string },
  own: CollectContact | null,
  events: SessionEvent[],
  at: number,
): Promise<void> {
  const sent = events.filter((event): event is ContactEvent => event.type === "contact");
  const ids: number[] = [];
  for (const { name, email, phone, message, consent_text: seen } of sent) {
    const consent_text = agreedTo(own, seen);
    const id = await saveContact(bindings.DB, { ...session, name, email, phone, message, consent_text, at });
    if (id !== null) ids.push(id);
  }
  waitUntil(enqueueInBackground(bindings, ids));
}

/** Saves what a visitor sent without a session, for example outside of opening hours. @returns the contact's id */
export async function sendContact(bindings: Bindings, caller: Caller, body: ContactSent): Promise<number> {
  const { policy, waitUntil, visitor } = caller;
  const snapshot = await loadCallersProject(bindings, caller);
  const agent_id = body.agent_id ?? policy.agent_id;
  if (agent_id !== null) checkKeyBinding(policy, agent_id);
  const agent = agent_id === null ? undefined : await chooseAgent(bindings.DB, snapshot, agent_id);
  const form = contactForm(snapshot, agent ?? snapshot.agents.find((one) => one.active && one.collect_contact));
  if (!form) throw valueError(["body"], CLOSED);
  const consent_text = agreedTo(agent?.collect_contact, body.consent_text ?? form.consent_text);
  await checkChallenge(bindings, body.turnstile_token, "unavailable");
  const now = Date.now();
  const { name, email, phone, message } = body;
  const org_id = snapshot.organization?.id ?? null;
  const whose = { project_id: policy.project_id, org_id, session_id: null, agent_id };
  const contact = { ...whose, name, email, phone, message, consent_text, at: now };
  const limited = readVariables(bindings).VISITOR_MINUTE_LIMIT > 0;
  const sender = { project_id: policy.project_id, visitor: limited ? visitor : null };
  const id = await saveContact(bindings.DB, contact, sender);
  if (id === null) throw await tooManyContacts(bindings.DB, policy.project_id, now);
  waitUntil(enqueueInBackground(bindings, [id]));
  return id;
}

async function tooManyContacts(db: D1Database, project_id: number, now: number): Promise<ApiError> {
  const full = (await isDayFull(db, project_id, now)) ? "day" : "hour";
  const detail = `This website takes at most ${MAX_DAY_CONTACTS} contacts a day; try again tomorrow`;
  return new ApiError("contacts_limited", {
    ...(full === "day" && { detail }),
    headers: { "Retry-After": String(secondsLeft(now, full)) },
  });
}

/** A form that is sent twice, as after a lost answer, makes one contact. */
async function saveContact(
  db: D1Database,
  contact: ContactFields & {
    project_id: number;
    org_id: number | null;
    session_id: string | null;
    agent_id: number | null;
    consent_text: string;
    at: number;
  },
  sender: ContactSender | null = null,
): Promise<number | null> {
  const { session_id, at } = contact;
  const digest = await contactDigest(session_id ?? new Date(at).toISOString().slice(0, 10), contact);
  return insertContact(db, { ...contact, digest }, sender);
}

/** Enqueues contacts that were not yet enqueued for the webhooks: all, or those that are named. */
export const announceContacts = (bindings: Bindings, these: TheseContacts = {}): Promise<FailedProjects> =>
  announce(bindings, {
    next: (except, limit) => unannouncedContacts(bindings.DB, these, except, limit),
    event: contactCreated,
    announced: (contacts: ContactRow[]) =>
      markAnnounced(
        bindings.DB,
        contacts.map(({ id }) => id),
        Date.now(),
      ),
  });

/**
 * The same.
 * @throws what one project's queue threw, once the other projects are done
 */
export async function enqueueContactEvents(bindings: Bindings, these: TheseContacts = {}): Promise<void> {
  throwFirst(await announceContacts(bindings, these));
}

/** Nobody waits for it. What fails here is enqueued before the session's end, or by the next cron. */
async function enqueueInBackground(bindings: Bindings, ids: number[]): Promise<void> {
  try {
    await enqueueContactEvents(bindings, { ids });
  } catch (error) {
    console.error(JSON.stringify({ event: "contacts_not_announced", error: String(error).slice(0, 300) }));
  }
}

function contactCreated({ announced_at: _, org_id: left_in, ...contact }: ContactRow): WebhookEventInput {
  const { id, project_id, session_id, at } = contact;
  const org_id = left_in ?? (session_id === null ? null : orgOfSession(session_id));
  return {
    event: "contact.created",
    project_id,
    org_id,
    name: String(id),
    session_id,
    contact_id: id,
    at,
    data: () => ({ contact_id: id, ...contact }),
  };
}
