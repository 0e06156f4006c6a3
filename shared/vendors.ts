import * as z from "zod";
import { PROVIDERS, VENDORS } from "./providers.ts";

/** Which vendor the operator put behind a slot, and whether it can be called. */
export const slotState = z.object({
  slot: z.enum(PROVIDERS),
  vendor: z.enum([...VENDORS, "elevenlabs"]),
  name: z.string().describe("What people call the vendor."),
  configured: z.boolean(),
  detail: z
    .string()
    .nullable()
    .describe("Names the variable that is missing, never what it holds; `null` where none is."),
});
export type SlotState = z.infer<typeof slotState>;

export const slotStates = z.object({ items: z.array(slotState) });
