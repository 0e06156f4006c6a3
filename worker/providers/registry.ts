import type { Provider as AnyProvider, Slot, Vendor } from "../../shared/providers.ts";
import type { ConnectionWay } from "../../shared/session.ts";
import type { Settings } from "../settings.ts";
import { demo } from "./demo.ts";
import { WAY as EXTERNAL } from "./elevenlabs.ts";
import { gemini } from "./gemini.ts";
import { inworld } from "./inworld.ts";
import { openai } from "./openai.ts";
import { type Provider, VendorError } from "./provider.ts";
import { xai } from "./xai.ts";

/** A vendor whose adapter is not part of this version. */
const later = (vendor: Vendor): Provider => ({
  way: null,
  unconfigured: () => `is set to the vendor ${vendor}, which this version cannot reach`,
  mint: () => Promise.reject(new VendorError(`the vendor ${vendor} cannot be reached by this version`)),
});

/** Every vendor that may stand behind a slot. */
export const VENDOR_PROVIDERS = {
  demo,
  openai,
  xai,
  gemini,
  inworld,
  "workers-ai": later("workers-ai"),
} satisfies Record<Vendor, Provider>;

/** The vendor that the operator put behind a slot. */
export function behind(slot: Slot, settings: Settings): { vendor: Vendor; provider: Provider } {
  const vendor = slot === "provider_a" ? settings.PROVIDER_A : settings.PROVIDER_B;
  return { vendor, provider: VENDOR_PROVIDERS[vendor] };
}

/** How sessions of a provider are connected. */
export const wayOf = (provider: AnyProvider, settings: Settings): ConnectionWay | null =>
  provider === "provider_x" ? EXTERNAL : behind(provider, settings).provider.way;
