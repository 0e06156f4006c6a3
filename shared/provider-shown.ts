import * as z from "zod";
import { PROVIDERS } from "./providers.ts";

/** Who stands behind a provider of agents, and what an agent may choose there. */
export const providerShown = z.object({
  provider: z.enum(PROVIDERS),
  vendor: z.string().describe("As in `wrangler.toml`, e.g. `openai`; `elevenlabs` for `provider_x`."),
  name: z.string().describe("The vendor's own name."),
  configured: z.boolean(),
  detail: z.string().nullable().describe("What is missing where it is not configured; names the variable."),
  shows_setup: z.boolean().describe("Pages that call an agent there can read its instructions and tools."),
  default_voice: z.string().nullable().describe("What an agent without a `voice` speaks with."),
  voices: z.array(z.string()).describe("Known ones; the vendor may have more."),
  default_model: z.string().nullable(),
  models: z.array(z.string()).describe("Known ones; the vendor may have more."),
});
export type ProviderShown = z.infer<typeof providerShown>;
