import { PROVIDERS, type Provider } from "../../shared/providers.ts";
import { vendorFacts } from "../../shared/vendors.ts";
import type { Page, ProviderShown } from "../answers.ts";
import type { Api } from "../api.ts";

/** Read once for each sign-in: `wrangler.toml` does not change while a console is open. */
const lists = new WeakMap<Api, Promise<ProviderShown[]>>();

/** The vendor behind each provider. */
export function loadProviders(api: Api): Promise<ProviderShown[]> {
  const reading = lists.get(api) ?? api.get<Page<ProviderShown>>("/providers").then(({ items }) => items);
  lists.set(api, reading);
  reading.catch(() => lists.delete(api));
  return reading;
}

/** What each provider is called where its vendor is not named. */
export const SLOT_NAMES: Record<Provider, string> = {
  provider_a: "provider A",
  provider_b: "provider B",
  provider_x: "external",
};

/** `OpenAI`; with the provider beside it where several have the same vendor. */
export function providerName(providers: readonly ProviderShown[] | null, provider: Provider): string {
  const match = providers?.find((one) => one.provider === provider);
  if (!match) return SLOT_NAMES[provider];
  const alone = providers?.filter(({ vendor }) => vendor === match.vendor).length === 1;
  return alone ? match.name : `${match.name} (${SLOT_NAMES[provider]})`;
}

/** The choices of a form: each vendor by its name. */
export const providerOptions = (providers: readonly ProviderShown[] | null) =>
  PROVIDERS.map((provider) => [provider, providerName(providers, provider)] as const);

/** A vendor as a session names it. */
export const vendorName = (vendor: string | null): string =>
  vendor === null ? "–" : (vendorFacts(vendor)?.name ?? vendor);
