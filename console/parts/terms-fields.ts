import { html, type TemplateResult } from "lit";
import type { PlanFeature } from "../../shared/admin.ts";
import { DEFAULT_CREDITS_PER_MINUTE } from "../../shared/limits.ts";
import { PROVIDERS } from "../../shared/providers.ts";
import { RANGES } from "../../shared/ranges.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { OrganizationListed, ProviderShown } from "../answers.ts";
import type { Form } from "../controllers/form.ts";
import { field, read } from "./field.ts";
import { providerName } from "./vendors.ts";

type Terms = Omit<OrganizationListed, "id" | "created_at">;

const FEATURES: Record<PlanFeature, string> = {
  external_provider: "External provider: agents that run at ElevenLabs",
  memory: "Memory: agents that know returning visitors",
  tools: "Tools: agents that do things on the page or call webhooks",
};
const FEATURE_NAMES = Object.keys(FEATURES) as PlanFeature[];

export const NEW_TERMS: Terms = {
  name: "",
  subscription: "active",
  voice_lines: 5,
  features: { external_provider: false, memory: true, tools: true },
  credits_per_minute: {
    provider_a: DEFAULT_CREDITS_PER_MINUTE,
    provider_b: DEFAULT_CREDITS_PER_MINUTE,
    provider_x: DEFAULT_CREDITS_PER_MINUTE,
  },
};

/** What an operator agrees on with an organization: the same fields for a new one and a running one. */
export const termsFields = (
  form: Form,
  terms: Terms,
  providers: readonly ProviderShown[] | null,
): TemplateResult => html`
  ${field(form, { kind: "text", name: "name", label: "Name", value: terms.name, required: true, maxlength: LENGTHS.name })}
  <div class="columns">
    ${field(form, {
      kind: "select",
      name: "subscription",
      label: "Subscription",
      required: true,
      value: terms.subscription,
      options: [
        ["active", "Active"],
        ["none", "None: no conversation starts"],
      ],
    })}
    ${field(form, {
      kind: "number",
      name: "voice_lines",
      label: "Voice lines",
      required: true,
      value: terms.voice_lines,
      ...RANGES.voiceLines,
      unit: "calls at once",
    })}
  </div>
  <fieldset>
    <legend>Plan features</legend>
    <div class="checks">
      ${FEATURE_NAMES.map((name) =>
        field(form, { kind: "check", name: `features.${name}`, label: FEATURES[name], value: terms.features[name] }),
      )}
    </div>
  </fieldset>
  <fieldset>
    <legend>Rates</legend>
    <div class="columns">
      ${PROVIDERS.map((name) =>
        field(form, {
          kind: "number",
          name: `credits_per_minute.${name}`,
          label: providerName(providers, name),
          required: true,
          value: terms.credits_per_minute[name],
          ...RANGES.creditsPerMinute,
          unit: "credits/min",
        }),
      )}
    </div>
    <p class="hint">At ${DEFAULT_CREDITS_PER_MINUTE} credits a minute one credit is one second. Charged by the second.</p>
  </fieldset>
`;

export function readTerms(form: HTMLFormElement) {
  const values = read(form);
  return {
    name: values.text("name"),
    subscription: values.text("subscription"),
    voice_lines: values.number("voice_lines"),
    features: Object.fromEntries(FEATURE_NAMES.map((name) => [name, values.checked(`features.${name}`)])),
    credits_per_minute: Object.fromEntries(
      PROVIDERS.map((name) => [name, values.number(`credits_per_minute.${name}`)]),
    ),
  };
}
