import { html } from "lit";
import { DEFAULT_CONSENT } from "../../shared/default-consent.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Agent } from "../answers.ts";
import type { Form } from "../controllers/form.ts";
import { type FormValues, field } from "./field.ts";

const FIELDS = [
  ["name", "a name"],
  ["email", "an email address"],
  ["phone", "a phone number"],
  ["message", "a message"],
] as const;

/** The contact form that the agent may show, as fields of its form. */
export function agentContact(form: Form, agent: Agent | null) {
  const contact = agent?.collect_contact ?? null;
  const shown = contact?.fields ?? ["name", "email", "message"];
  const faults = form.faultsAt("collect_contact.fields");
  return html`<section class="card switched">
    <header>
      <h2>Contact form</h2>
      <p>Addresses are often misheard, so visitors type them into a form.</p>
    </header>
    ${field(form, { kind: "check", name: "contact", label: "Let visitors leave their contact details", value: contact !== null })}
    <div class="switched-part form">
      <fieldset>
        <legend>The form asks for</legend>
        <div class="ticks">
          ${FIELDS.map(([name, label]) =>
            field(form, {
              kind: "check",
              name: `contact.${name}`,
              label,
              value: (shown as readonly string[]).includes(name),
            }),
          )}
        </div>
        ${faults.length > 0 ? html`<ul class="faults">${faults.map(({ msg }) => html`<li>${msg}</li>`)}</ul>` : ""}
      </fieldset>
      ${field(form, {
        kind: "area",
        name: "collect_contact.consent_text",
        label: "What visitors agree to",
        value: contact?.consent_text ?? DEFAULT_CONSENT,
        rows: 2,
        maxlength: LENGTHS.consent,
        hint: "Shown beside a required checkbox and stored with the contact.",
      })}
    </div>
  </section>`;
}

export const readContact = (values: FormValues) =>
  values.checked("contact")
    ? {
        fields: FIELDS.map(([name]) => name).filter((name) => values.checked(`contact.${name}`)),
        consent_text: values.text("collect_contact.consent_text"),
      }
    : null;
