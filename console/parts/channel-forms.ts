import { html } from "lit";
import { RANGES } from "../../shared/ranges.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Agent, Channel } from "../answers.ts";
import type { Form } from "../controllers/form.ts";
import { field } from "./field.ts";
import { dialogButtons } from "./modal.ts";

type Submit = (form: HTMLFormElement) => Promise<void>;

const agentField = (form: Form, agents: readonly Agent[], chosen: number | undefined) =>
  field(form, {
    kind: "select",
    name: "agent_id",
    label: "Agent",
    required: true,
    value: String(chosen),
    options: agents.map(({ id, name, active }) => [String(id), active ? name : `${name} (inactive)`] as const),
    hint: "The channel’s keys work with this agent only.",
  });

/** How many conversations one visitor of a new channel may have at a time: so that nobody can take all lines of a site. */
export const VISITOR_SESSIONS = 3;

const visitorField = (form: Form, value: number | null) =>
  field(form, {
    kind: "number",
    name: "visitor_sessions",
    label: "Conversations at once, for one visitor",
    value,
    ...RANGES.visitorSessions,
    placeholder: "No limit",
  });

const domains = (form: Form, value: readonly string[] = []) =>
  html`<vc-domains
    .scope=${form.scope}
    .faults=${form.faultsAt("allowed_domains")}
    .value=${value}
    @input=${() => form.forgive("allowed_domains")}
  ></vc-domains>`;

export const createChannelForm = (form: Form, agents: readonly Agent[], submit: Submit) =>
  html`<form @submit=${form.submit(submit)}>
    <h2 id="channel-title">New channel</h2>
    ${field(form, { kind: "text", name: "name", label: "Name", required: true, maxlength: LENGTHS.name, placeholder: "Shop front page" })}
    ${agentField(form, agents, agents.find(({ active }) => active)?.id ?? agents[0]?.id)}
    ${domains(form)} ${visitorField(form, VISITOR_SESSIONS)}
    ${form.summary()} ${dialogButtons("Create channel", form.busy)}
  </form>`;

export const editChannelForm = (form: Form, channel: Channel, agents: readonly Agent[], submit: Submit) =>
  html`<form @submit=${form.submit(submit)}>
    <h2 id="channel-title">Edit ${channel.name}</h2>
    ${field(form, { kind: "text", name: "name", label: "Name", required: true, maxlength: LENGTHS.name, value: channel.name })}
    ${agentField(form, agents, channel.agent_id)} ${visitorField(form, channel.visitor_sessions)}
    <p class="hint">Your pages need no change: the keys work with the new settings at once.</p>
    ${form.summary()} ${dialogButtons("Save channel", form.busy)}
  </form>`;

export const domainsForm = (form: Form, channel: Channel, submit: Submit) =>
  html`<form @submit=${form.submit(submit)}>
    <h2 id="channel-title">Domains of ${channel.name}</h2>
    <p>Your pages need no change. Keys that you pasted by hand keep their own domains.</p>
    ${domains(form, channel.allowed_domains)}
    <label><input type="checkbox" name="keep" checked /> Pages that are open now go on working for an hour</label>
    ${form.summary()} ${dialogButtons("Save domains", form.busy)}
  </form>`;

/** @param replaces all keys of the channel stop working; else the new one works beside them */
export const keyForm = (
  form: Form,
  channel: Channel,
  present: readonly string[],
  replaces: boolean,
  submit: Submit,
) => html`<form @submit=${form.submit(submit)}>
  <h2 id="channel-title">${replaces ? "Replace the keys of" : "Another key for"} ${channel.name}</h2>
  <p>
    ${
      replaces
        ? "For a key in the wrong hands: all keys of this channel stop working as soon as the new one is made. Its snippet has the new one at once; pages with a key in them are off until you paste another."
        : "The keys you have go on working. Create this one with the domains you want, paste its snippet, and retire the old key once it is no longer used."
    }
  </p>
  ${domains(form, present)} ${form.summary()}
  ${dialogButtons(replaces ? "Replace keys" : "Add key", form.busy, replaces ? "danger" : "primary")}
</form>`;
