import { contactSent } from "../../../shared/contacts.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { sendContact } from "../../sessions/contacts.ts";
import { runToEnd } from "../../sessions/run-to-end.ts";
import { callerOf } from "./caller.ts";

const operation = operationsOf("Widget");

export const contacts = operation({
  id: "sendContact",
  summary: "Leave a contact without a session",
  description:
    "Outside of opening hours, or while all lines are busy. Needs `email` or `phone`; the same form sent twice makes one contact. Refused (422) if neither the agent nor the opening hours collect contacts, and (429) after 10 of a visitor in an hour or 1,000 of a project in a UTC day. Takes `turnstile_token` like a start.",
  body: contactSent,
  answers: { 200: { description: "The contact is stored.", schema: "ContactAccepted", headers: ["Cache-Control"] } },
  errors: [
    "agent_inactive",
    "agent_not_allowed",
    "agent_of_other_project",
    "agent_not_found",
    "project_not_found",
    "challenge_required",
    "challenge_failed",
    "contacts_limited",
    "unavailable",
  ],
  async handle(c, readBody) {
    const body = await readBody();
    const caller = callerOf(c);
    const contact_id = await runToEnd(caller.waitUntil, sendContact(c.env, caller, body));
    return unstoredJson(c, { success: true, contact_id });
  },
});
