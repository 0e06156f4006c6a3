import type { Vendor } from "../../shared/providers.ts";

/** What the doctor needs to know of a vendor before it asks it. */
export interface Patient {
  /** Variables that have to be set. */
  needs: string[];
  /** Where the operator gets them. */
  from: string;
  /** The provider of its agent. */
  provider: "provider_a" | "provider_x";
  /** Its agents live at the vendor: this variable names one. */
  agent?: string;
  /** Whether it can be given a tool for the occasion. */
  tools: boolean;
  /** It can be had only where the Worker is deployed. */
  deployed: boolean;
}

const slot = (needs: string[], from: string, rest: Partial<Patient> = {}): Patient => ({
  needs,
  from,
  provider: "provider_a",
  tools: true,
  deployed: false,
  ...rest,
});

export const PATIENTS: Record<Vendor | "elevenlabs", Patient> = {
  demo: slot([], "nowhere: it needs none"),
  openai: slot(["OPENAI_API_KEY"], "https://platform.openai.com/api-keys (a project's key)"),
  xai: slot(["XAI_API_KEY"], "https://console.x.ai"),
  gemini: slot(["GEMINI_API_KEY"], "https://aistudio.google.com/apikey"),
  inworld: slot(["INWORLD_API_KEY"], "Inworld's portal: the Base64 of `key:secret`, of a key for Realtime"),
  compatible: slot(["COMPATIBLE_BASE_URL", "COMPATIBLE_MODEL"], "your own server"),
  "workers-ai": slot([], "nowhere: the Worker's own account pays", { deployed: true }),
  elevenlabs: slot(
    ["ELEVENLABS_API_KEY", "ELEVENLABS_AGENT_ID"],
    "https://elevenlabs.io/app (a key with Agents write)",
    {
      provider: "provider_x",
      agent: "ELEVENLABS_AGENT_ID",
      tools: false,
    },
  ),
};

/** What to do about a refusal, by the words that the service gives it. */
const ADVICE: [RegExp, string][] = [
  [/operator's key/, "Check the key: is it whole, of the right project, and may it use realtime voice?"],
  [/limit is reached|credit/, "Look at the account's limits and credit in the vendor's own console."],
  [/place/, "The vendor serves no requests from here. A deployed Worker asks it from eastern North America as well."],
  [
    /settings/,
    "The vendor refuses a setting; its words stand above. Report it, with them, as a fault of this project.",
  ],
  [/model/, "The account may not use the default model. See docs/vendors.md for the agent's field `model`."],
  [
    /in time|could not be reached|trouble/,
    "Is there a way out to the vendor from here? Look at its status page, and try again.",
  ],
  [/understood/, "Something else answers at that address. Check the variable that ends in _BASE_URL."],
  [/not configured/, "A variable is missing; the line above names it."],
];

export const adviceFor = (detail: string): string =>
  ADVICE.find(([pattern]) => pattern.test(detail))?.[1] ?? "See docs/vendors.md, or report it with the lines above.";
