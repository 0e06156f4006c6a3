import { SLOTS } from "../../shared/providers.ts";
import { VENDOR_NAMES } from "../../shared/vendor-names.ts";
import type { SlotState } from "../../shared/vendors.ts";
import type { Variables } from "../variables.ts";
import { vendorForSlot } from "./registry.ts";

/** The two slots, with who stands behind them. */
export const slotStatesOf = (settings: Variables): SlotState[] =>
  SLOTS.map((slot) => {
    const { vendor, provider } = vendorForSlot(slot, settings);
    const missing = provider.unconfigured(settings);
    return {
      slot,
      vendor,
      name: VENDOR_NAMES[vendor],
      configured: missing === null,
      detail: missing === null ? null : `${slot} ${missing}`,
    };
  });

/** The external provider, which always is the same one. */
export function externalStateOf({ ELEVENLABS_API_KEY }: Variables): SlotState {
  const configured = ELEVENLABS_API_KEY !== undefined;
  return {
    slot: "provider_x",
    vendor: "elevenlabs",
    name: VENDOR_NAMES.elevenlabs,
    configured,
    detail: configured ? null : "provider_x needs ELEVENLABS_API_KEY, which is not set",
  };
}
