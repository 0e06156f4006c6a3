import type { Provider as AnyProvider, Slot } from "../../shared/providers.ts";
import type { ConnectionType } from "../../shared/session.ts";
import type { Vendor } from "../../shared/vendors.ts";
import type { Variables } from "../variables.ts";
import { compatible } from "./compatible.ts";
import { demo } from "./demo.ts";
import { CONNECTION as EXTERNAL } from "./elevenlabs.ts";
import { gemini } from "./gemini.ts";
import { inworld } from "./inworld.ts";
import { openai } from "./openai.ts";
import type { VendorAdapter } from "./provider.ts";
import { workersAi } from "./workers-ai.ts";
import { xai } from "./xai.ts";

/** Every vendor that may be configured for a slot. */
export const VENDOR_ADAPTERS = {
  demo,
  openai,
  xai,
  gemini,
  inworld,
  compatible,
  "workers-ai": workersAi,
} satisfies Record<Vendor, VendorAdapter>;

/** The vendor that the operator configured for a slot. */
export function vendorForSlot(slot: Slot, variables: Variables): { vendor: Vendor; adapter: VendorAdapter } {
  const vendor = slot === "provider_a" ? variables.PROVIDER_A : variables.PROVIDER_B;
  return { vendor, adapter: VENDOR_ADAPTERS[vendor] };
}

/** Whether a start of a session of the provider may choose how fast the agent speaks. */
export const hasSpeeds = (provider: AnyProvider, variables: Variables): boolean =>
  provider !== "provider_x" && vendorForSlot(provider, variables).adapter.has_speeds === true;

/** How sessions of a provider are connected. */
export function connectionTypeOf(provider: AnyProvider, variables: Variables): ConnectionType | null {
  if (provider === "provider_x") return EXTERNAL;
  const { connection_type, ...adapter } = vendorForSlot(provider, variables).adapter;
  if (!connection_type || !("place" in adapter)) return connection_type;
  return { ...connection_type, offer: true, ...(adapter.needsIceServers(variables) && { ice_servers: true }) };
}
