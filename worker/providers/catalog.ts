import type { ProviderShown } from "../../shared/provider-shown.ts";
import { PROVIDERS, type Provider, type Vendor } from "../../shared/providers.ts";
import { VENDOR_NAMES } from "../../shared/vendor-names.ts";
import type { Bindings } from "../env.ts";
import type { Variables } from "../variables.ts";
import { vendorForSlot } from "./registry.ts";
import { CHAT_MODEL, ENGLISH_VOICE, SPANISH_VOICE } from "./workers-ai.ts";

/** A vendor's known voices and models, the recommended ones first. The vendor may have more. */
interface Offer {
  voices: readonly string[];
  models: readonly string[];
}

const words = (list: string) => list.split(" ");

/** From the vendors' documentation, November 2026. */
const OFFERS: Record<Vendor | "elevenlabs", Offer> = {
  demo: { voices: ["ava"], models: ["demo-echo"] },
  openai: {
    voices: words("marin cedar alloy ash ballad coral echo sage shimmer verse"),
    models: words("gpt-realtime-2.1 gpt-realtime-2.1-mini gpt-realtime-2 gpt-realtime-1.5"),
  },
  xai: {
    voices: words(
      "eve ara rex sal leo carina zagan helix orion luna iris altair zenith perseus helios lux kepler rigel cosmo celeste ursa sirius lumen castor naksh atlas",
    ),
    models: words("grok-voice-latest grok-voice-3.0 grok-voice-think-fast-2.0 grok-voice-think-fast-1.0"),
  },
  gemini: {
    voices: words(
      "Kore Puck Zephyr Charon Fenrir Leda Orus Aoede Callirrhoe Autonoe Enceladus Iapetus Umbriel Algieba Despina Erinome Algenib Rasalgethi Laomedeia Achernar Alnilam Schedar Gacrux Pulcherrima Achird Zubenelgenubi Vindemiatrix Sadachbia Sadaltager Sulafat",
    ),
    models: words("gemini-3.8-live gemini-3.8-live-extended-thinking"),
  },
  inworld: {
    voices: words("Olivia Clive Dennis Sarah"),
    models: words("openai/gpt-4o-mini"),
  },
  "workers-ai": {
    voices: words(
      `${ENGLISH_VOICE} thalia andromeda apollo arcas athena helena orion zeus ${SPANISH_VOICE} alvaro diana`,
    ),
    models: words(`${CHAT_MODEL} @cf/openai/gpt-oss-20b @cf/moonshotai/kimi-k2.5`),
  },
  compatible: { voices: [], models: [] },
  elevenlabs: { voices: [], models: [] },
};

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

/** The model that the operator chose for all agents of a vendor. */
const configuredModel = (vendor: Vendor | "elevenlabs", variables: Variables) =>
  ({ compatible: variables.COMPATIBLE_MODEL, "workers-ai": variables.WORKERS_AI_CHAT_MODEL ?? CHAT_MODEL })[
    vendor as string
  ];

/** Each provider with the vendor behind it. */
export const listProviders = (variables: Variables, bindings: Partial<Bindings>): ProviderShown[] =>
  PROVIDERS.map((provider) => {
    const { vendor, adapter, problem } = vendorBehind(provider, variables, bindings);
    const { voices, models } = OFFERS[vendor];
    const model = configuredModel(vendor, variables) ?? adapter?.default_model;
    return {
      provider,
      vendor,
      name: VENDOR_NAMES[vendor],
      configured: problem === null,
      detail: problem === null ? null : `${provider} ${problem}`,
      shows_setup: adapter?.shows_setup === true,
      default_voice: voices[0] ?? null,
      voices: [...voices],
      default_model: model === undefined ? null : bare(model),
      models: [...models],
    };
  });
