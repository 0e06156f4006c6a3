import { html } from "lit";
import { PERMISSIONS, type Permission } from "../../shared/keys.ts";
import { CHANNEL_KEY_LIMITS, CONSOLE_KEY_LIMITS } from "../../shared/limits.ts";
import { RANGES } from "../../shared/ranges.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Form } from "../controllers/form.ts";
import type { Domains } from "./domains.ts";
import { field, read } from "./field.ts";
import { dialogButtons } from "./modal.ts";

/** What a key without a channel is for: each needs other permissions and limits. */
export type KeyPurpose = "page" | "program";

const PURPOSES: Record<KeyPurpose, { label: string; hint: string; permissions: readonly Permission[] }> = {
  page: {
    label: "A page where visitors choose among agents",
    hint: "Starts calls with every active agent of this site. You get its snippet.",
    permissions: PERMISSIONS,
  },
  program: {
    label: "A program of your own",
    hint: "Reads settings, agents and names. It cannot start calls unless you allow it.",
    permissions: ["widget:read"],
  },
};

const PERMISSION_LABELS: Record<Permission, string> = {
  "widget:read": "Read: config, context, session events",
  "widget:session": "Session: start calls, which cost credit",
  "widget:tools": "Tools: run the agents’ webhooks",
};

export function newKeyForm(
  form: Form,
  purpose: KeyPurpose,
  choose: (purpose: KeyPurpose) => void,
  submit: (form: HTMLFormElement) => Promise<void>,
) {
  const limits = purpose === "page" ? CHANNEL_KEY_LIMITS : CONSOLE_KEY_LIMITS;
  return html`<form @submit=${form.submit(submit)}>
    <h2 id="new-key-title">New key</h2>
    <fieldset class="purposes">
      <legend>What is it for?</legend>
      ${(Object.keys(PURPOSES) as KeyPurpose[]).map(
        (name) => html`<label class="purpose">
          <input
            type="radio"
            name="purpose"
            value=${name}
            .checked=${name === purpose}
            @change=${() => choose(name)}
          /><span><strong>${PURPOSES[name].label}</strong><span class="hint">${PURPOSES[name].hint}</span></span>
        </label>`,
      )}
    </fieldset>
    ${field(form, {
      kind: "text",
      name: "name",
      label: "Name",
      required: true,
      maxlength: LENGTHS.name,
      placeholder: purpose === "page" ? "Help centre" : "Status board",
    })}
    <vc-domains
      .scope=${form.scope}
      .faults=${form.faultsAt("allowed_domains")}
      @input=${() => form.forgive("allowed_domains")}
    ></vc-domains>
    <details>
      <summary>Permissions and limits</summary>
      <div class="form">
        <fieldset>
          <legend>Permissions</legend>
          <div>
            ${PERMISSIONS.map((permission) =>
              field(form, {
                kind: "check",
                name: `permissions.${permission}`,
                label: PERMISSION_LABELS[permission],
                value: PURPOSES[purpose].permissions.includes(permission),
              }),
            )}
          </div>
        </fieldset>
        <div class="columns">
          ${field(form, { kind: "number", name: "minute_limit", label: "Requests a minute", ...RANGES.requests, required: true, value: limits.minute })}
          ${field(form, { kind: "number", name: "day_limit", label: "Requests a day", ...RANGES.requests, required: true, value: limits.day })}
        </div>
      </div>
    </details>
    ${form.summary()} ${dialogButtons("Create key", form.busy)}
  </form>`;
}

export function readNewKey(form: HTMLFormElement) {
  const values = read(form);
  return {
    name: values.text("name"),
    permissions: PERMISSIONS.filter((permission) => values.checked(`permissions.${permission}`)),
    allowed_domains: form.querySelector<Domains>("vc-domains")?.take() ?? [],
    minute_limit: values.number("minute_limit"),
    day_limit: values.number("day_limit"),
  };
}
