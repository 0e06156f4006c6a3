import { html } from "lit";
import { PERSON_WAIT_SECONDS } from "../../shared/limits.ts";
import { RANGES } from "../../shared/ranges.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Agent } from "../answers.ts";
import type { Form } from "../controllers/form.ts";
import { type FormValues, field } from "./field.ts";

/** Whether visitors may talk to a person, as fields of the agent's form. */
export function agentPerson(form: Form, agent: Agent | null) {
  const person = agent?.person ?? null;
  return html`<section class="card switched">
    <header>
      <h2>A person steps in</h2>
      <p>Whoever has the inbox of this site open and is available there answers.</p>
    </header>
    ${field(form, {
      kind: "check",
      name: "person_enabled",
      label: "Visitors may ask for a person",
      value: person?.enabled ?? false,
      hint: "They get a button “Talk to a person”, and the agent can ask for one.",
    })}
    <div class="switched-part columns">
      ${field(form, {
        kind: "number",
        name: "person.wait_seconds",
        label: "They wait",
        value: person?.wait_seconds ?? PERSON_WAIT_SECONDS,
        required: true,
        ...RANGES.personWaitSeconds,
        unit: "s",
        hint: "When nobody came within this time, the agent goes on and says so.",
      })}
      ${field(form, {
        kind: "text",
        name: "person.when",
        label: "The agent asks by itself",
        value: person?.when,
        maxlength: LENGTHS.personWhen,
        placeholder: "when the visitor is upset",
        hint: "If empty, it asks when the visitor wants a person.",
      })}
    </div>
  </section>`;
}

/** Time and sentence stay where it is only switched off. */
export const readPerson = (values: FormValues, agent: Agent | null) =>
  values.checked("person_enabled") || agent?.person
    ? {
        enabled: values.checked("person_enabled"),
        wait_seconds: values.number("person.wait_seconds"),
        when: values.textOrNull("person.when"),
      }
    : null;
