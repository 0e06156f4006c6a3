import type { DoctorService } from "./service.ts";

interface Slot {
  slot: "provider_a" | "provider_b" | "provider_x";
  vendor: string;
  configured: boolean;
  detail: string | null;
}

/** The slot of a deployed Worker that has this vendor. @throws Error that says why there is none */
export async function findSlot(service: DoctorService, vendor: string): Promise<Slot["slot"]> {
  const { vendors } = await service.admin<{ vendors: Slot[] }>("GET", "/status");
  const slots = vendors.filter((one) => one.vendor === vendor);
  const ready = slots.find(({ configured }) => configured);
  if (ready) return ready.slot;
  const [unready] = slots;
  if (unready) throw new Error(`${unready.slot} is ${vendor}, but not configured there: it ${unready.detail}`);
  const vendorNames = vendors.map((one) => `${one.slot} is ${one.vendor}`).join(", ");
  throw new Error(`${vendor} is not configured there: ${vendorNames}`);
}
