import { agreedTo, CONTACT_FIELDS, type CollectContact, type ContactSent } from "../../shared/contacts.ts";
import { DEFAULT_CONSENT } from "../../shared/default-consent.ts";
import type { SessionEvent } from "../../shared/events.ts";
import { MAX_DAY_CONTACTS } from "../../shared/limits.ts";
import { DAY_MS, dayOf, HOUR_MS } from "../../shared/time.ts";
import { contactDigest } from "../crypto/contact-digest.ts";
import type { Bindings } from "../env.ts";
import { ApiError, ValidationError, valueError, valueFault } from "../http/errors.ts";
import { logError } from "../log-error.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { callStoreWithin } from "../objects/project-store/client.ts";
import type { ContactGiven, ContactKept, LooseContact } from "../objects/project-store/contact-rpc.ts";
import { startOf } from "../objects/project-store/engine.ts";
import type { ProjectSnapshot, SnapshotAgent } from "../storage/snapshots.ts";
import { readVariables } from "../variables.ts";
import type { Caller } from "./caller.ts";
import { findCallersProject, loadCallersProject } from "./callers-project.ts";
import { checkChallenge } from "./challenge.ts";
import { checkKeyBinding, chooseAgent } from "./choose-agent.ts";

type ContactEvent = Extract<SessionEvent, { type: "contact" }>;
/** How long a page waits for its project's store, milliseconds. */
const STORE_LIMIT = 5_000;
const NOT_KEPT = "The contact could not be saved; send it again after a short wait";
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

/** The agent that the contacts among the events were left with, and its own form; `null` where there are none. */
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
  return { own, agent_id: lease.agent_id };
}

/** What the contacts among a session's events come to, as its project's store keeps them. */
export async function contactsGiven(
  session_id: string,
  { own, agent_id }: { own: CollectContact | null; agent_id: number },
  events: SessionEvent[],
): Promise<ContactGiven[]> {
  const sent = events.filter((event): event is ContactEvent => event.type === "contact");
  return Promise.all(
    sent.map(async ({ name, email, phone, message, consent_text: seen }) => {
      const fields = { name, email, phone, message };
      const digest = await contactDigest(session_id, fields);
      return { ...fields, agent_id, consent_text: agreedTo(own, seen), digest };
    }),
  );
}

/** Saves what a visitor sent without a session, for example outside of opening hours. @returns the contact's id */
export async function sendContact(bindings: Bindings, caller: Caller, body: ContactSent): Promise<number> {
  const { policy, visitor } = caller;
  const snapshot = await loadCallersProject(bindings, caller);
  const agent_id = body.agent_id ?? policy.agent_id;
  if (agent_id !== null) checkKeyBinding(policy, agent_id);
  const agent = agent_id === null ? undefined : await chooseAgent(bindings.DB, snapshot, agent_id);
  const form = contactForm(snapshot, agent ?? snapshot.agents.find((one) => one.active && one.collect_contact));
  if (!form) throw valueError(["body"], CLOSED);
  const consent_text = agreedTo(agent?.collect_contact, body.consent_text ?? form.consent_text);
  await checkChallenge(bindings, body.turnstile_token, "unavailable");
  const at = Date.now();
  const { name, email, phone, message } = body;
  const fields = { name, email, phone, message };
  // A visitor's form that is sent twice, as after a lost answer, makes one contact. An id of another's would tell of theirs.
  const digest = await contactDigest(`${dayOf(at)} ${visitor ?? ""}`, fields);
  const org_id = snapshot.organization?.id ?? null;
  const limited = readVariables(bindings).VISITOR_MINUTE_LIMIT > 0;
  const contact = { ...fields, agent_id, consent_text, digest, org_id, at, visitor: limited ? visitor : null };
  const kept = await keepLoose(bindings, policy.project_id, snapshot.version, contact);
  if (kept === null) throw new ApiError("project_not_found");
  if ("id" in kept) return kept.id;
  throw tooManyContacts(kept.full, at);
}

/** @throws ApiError `unavailable` where the store cannot be reached: the page still has what the visitor wrote, and may send it again */
async function keepLoose(
  bindings: Bindings,
  project_id: number,
  version: number,
  contact: LooseContact,
): Promise<ContactKept | null> {
  try {
    return await callStoreWithin(STORE_LIMIT, bindings, project_id, (store) =>
      store.leaveContact(project_id, version, contact),
    );
  } catch (error) {
    logError("contact_not_kept", error, { project_id });
    throw new ApiError("unavailable", { detail: NOT_KEPT });
  }
}

function tooManyContacts(full: "hour" | "day", now: number): ApiError {
  const detail = `This website takes at most ${MAX_DAY_CONTACTS} contacts a day; try again tomorrow`;
  const length = full === "day" ? DAY_MS : HOUR_MS;
  return new ApiError("contacts_limited", {
    ...(full === "day" && { detail }),
    headers: { "Retry-After": String(Math.ceil((startOf(now, length) + length - now) / 1000)) },
  });
}
