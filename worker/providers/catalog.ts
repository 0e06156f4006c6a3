import type { ProviderShown } from "../../shared/provider-shown.ts";
import { PROVIDERS, type Provider } from "../../shared/providers.ts";
import { ALL_VENDORS, type VendorFacts } from "../../shared/vendors.ts";
import type { Bindings } from "../env.ts";
import type { Variables } from "../variables.ts";
import { vendorForSlot } from "./registry.ts";

/** Removes a prefix that vendors write before some models and leave out in their lists. */
const bare = (model: string) => model.replace(/^models\//, "");

/** The vendor behind a provider, and what keeps it from being used: `null` for nothing. */
export function vendorBehind(provider: Provider, variables: Variables, bindings: Partial<Bindings>) {
  if (provider !== "provider_x") {
    const { vendor, adapter } = vendorForSlot(provider, variables);
    return { vendor, adapter, problem: adapter.unconfigured(variables, bindings) };
  }
  const problem = variables.ELEVENLABS_API_KEY === undefined ? "needs ELEVENLABS_API_KEY, which is not set" : null;
  return { vendor: "elevenlabs" as const, adapter: null, problem };
}

/** Each provider with the vendor behind it. */
export const listProviders = (variables: Variables, bindings: Partial<Bindings>): ProviderShown[] =>
  PROVIDERS.map((provider) => {
    const { vendor, adapter, problem } = vendorBehind(provider, variables, bindings);
    const { name, voices, models, model_variable }: VendorFacts = ALL_VENDORS[vendor];
    const model = (model_variable && variables[model_variable as keyof Variables]) ?? models[0];
    return {
      provider,
      vendor,
      name,
      configured: problem === null,
      detail: problem === null ? null : `${provider} ${problem}`,
      shows_setup: adapter?.shows_setup === true,
      default_voice: voices[0] ?? null,
      voices: [...voices],
      default_model: model === undefined ? null : bare(String(model)),
      models: [...models],
    };
  });
