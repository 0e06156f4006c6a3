/**
 * The vendors: what the Worker, the console, `npm run doctor` and `npm run deploy` know of each, beside the code that calls it
 * (`worker/providers/`). Voices and models are from the vendors' documentation, November 2026. Plain TypeScript.
 */

/** A key; free text; an address, with a default where it stands here; a model of Workers AI. All but an address with a default may be missing. */
export type VariableKind = "secret" | "text" | "address" | "workers-ai-model" | `https://${string}`;

export interface VendorFacts {
  /** Its own name, for people. */
  name: string;
  /** Known ones, the recommended ones first, with which an agent speaks that names none. The vendor may have more. */
  voices: readonly string[];
  models: readonly string[];
  /** What the operator can set. */
  variables: Readonly<Record<string, VariableKind>>;
  /** Those of them that it cannot do without. */
  needs: readonly string[];
  /** Where the operator gets them. */
  from: string;
  /** The variable that chooses the model of all its agents. */
  model_variable?: string;
  /** It embeds what agents know, with this model unless the operator names one. */
  embedding_model?: string | null;
  /** It can be had only where the Worker is deployed. */
  deployed?: true;
  /** Its agents live there: `npm run doctor` reads this variable for the name of one. */
  agent?: string;
}

const words = (list: string) => list.split(" ") as [string, ...string[]];

/** Who may stand behind a slot. */
export const VENDORS = {
  demo: {
    name: "Built-in demo",
    voices: words("ava"),
    models: words("demo-echo"),
    variables: {},
    needs: [],
    from: "nowhere: it needs none",
  },
  openai: {
    name: "OpenAI",
    voices: words("marin cedar alloy ash ballad coral echo sage shimmer verse"),
    models: words("gpt-realtime-2.1 gpt-realtime-2.1-mini gpt-realtime-2 gpt-realtime-1.5"),
    variables: { OPENAI_API_KEY: "secret", OPENAI_BASE_URL: "https://api.openai.com/v1" },
    needs: ["OPENAI_API_KEY"],
    from: "https://platform.openai.com/api-keys (a project's key)",
    embedding_model: "text-embedding-3-small",
  },
  xai: {
    name: "xAI",
    voices: words(
      "eve ara rex sal leo carina zagan helix orion luna iris altair zenith perseus helios lux kepler rigel cosmo celeste ursa sirius lumen castor naksh atlas",
    ),
    models: words("grok-voice-latest grok-voice-3.0 grok-voice-think-fast-2.0 grok-voice-think-fast-1.0"),
    variables: { XAI_API_KEY: "secret", XAI_BASE_URL: "https://api.x.ai/v1" },
    needs: ["XAI_API_KEY"],
    from: "https://console.x.ai",
  },
  gemini: {
    name: "Google Gemini",
    voices: words(
      "Kore Puck Zephyr Charon Fenrir Leda Orus Aoede Callirrhoe Autonoe Enceladus Iapetus Umbriel Algieba Despina Erinome Algenib Rasalgethi Laomedeia Achernar Alnilam Schedar Gacrux Pulcherrima Achird Zubenelgenubi Vindemiatrix Sadachbia Sadaltager Sulafat",
    ),
    models: words("gemini-3.8-live gemini-3.8-live-extended-thinking"),
    variables: { GEMINI_API_KEY: "secret", GEMINI_BASE_URL: "https://generativelanguage.googleapis.com" },
    needs: ["GEMINI_API_KEY"],
    from: "https://aistudio.google.com/apikey",
    embedding_model: "gemini-embedding-001",
  },
  inworld: {
    name: "Inworld",
    voices: words("Olivia Clive Dennis Sarah"),
    models: words("openai/gpt-4o-mini"),
    variables: { INWORLD_API_KEY: "secret", INWORLD_BASE_URL: "https://api.inworld.ai" },
    needs: ["INWORLD_API_KEY"],
    from: "Inworld's portal: the Base64 of `key:secret`, of a key for Realtime",
  },
  "workers-ai": {
    name: "Workers AI",
    // Of Aura 2, which speaks English and Spanish.
    voices: words("luna thalia andromeda apollo arcas athena helena orion zeus celeste alvaro diana"),
    // The first one as in Cloudflare's own example of a voice agent.
    models: words("@cf/zai-org/glm-4.7-flash @cf/openai/gpt-oss-20b @cf/moonshotai/kimi-k2.5"),
    variables: { WORKERS_AI_CHAT_MODEL: "workers-ai-model", WORKERS_AI_SPEECH_MODEL: "workers-ai-model" },
    needs: [],
    from: "nowhere: the Worker's own account pays",
    model_variable: "WORKERS_AI_CHAT_MODEL",
    embedding_model: "@cf/google/embeddinggemma-300m",
    deployed: true,
  },
  /** A server that speaks OpenAI's realtime WebSocket; its address goes up to `/v1`. */
  compatible: {
    name: "OpenAI-compatible server",
    voices: [],
    models: [],
    variables: { COMPATIBLE_BASE_URL: "address", COMPATIBLE_API_KEY: "secret", COMPATIBLE_MODEL: "text" },
    needs: ["COMPATIBLE_BASE_URL", "COMPATIBLE_MODEL"],
    from: "your own server",
    model_variable: "COMPATIBLE_MODEL",
    embedding_model: null,
  },
} as const satisfies Record<string, VendorFacts>;
export type Vendor = keyof typeof VENDORS;
export const SLOT_VENDORS = Object.keys(VENDORS) as Vendor[];

/** Those, and who stands behind `provider_x`. */
export const ALL_VENDORS = {
  ...VENDORS,
  elevenlabs: {
    name: "ElevenLabs",
    voices: [],
    models: [],
    variables: { ELEVENLABS_API_KEY: "secret", ELEVENLABS_BASE_URL: "https://api.elevenlabs.io" },
    needs: ["ELEVENLABS_API_KEY"],
    from: "https://elevenlabs.io/app (a key with Agents write)",
    agent: "ELEVENLABS_AGENT_ID",
  },
} as const satisfies Record<string, VendorFacts>;
export type AnyVendor = keyof typeof ALL_VENDORS;
/** The same for who only reads: by any name, also of a vendor that a later version took out. */
export const vendorFacts = (vendor: string): VendorFacts | undefined =>
  (ALL_VENDORS as Record<string, VendorFacts>)[vendor];

/** One name per wire protocol, not per vendor: it decides which transport chunk the widget loads. */
export const PROTOCOLS = [
  "openai-realtime",
  "xai-realtime",
  "gemini-live",
  "inworld-realtime",
  "elevenlabs-convai",
] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** Who may embed what agents know. */
export type EmbeddingVendor = {
  [Name in Vendor]: (typeof VENDORS)[Name] extends { embedding_model: string | null } ? Name : never;
}[Vendor];
export const EMBEDDING_VENDORS = SLOT_VENDORS.filter((name) => "embedding_model" in VENDORS[name]) as EmbeddingVendor[];
export interface EmbeddingModel {
  vendor: EmbeddingVendor;
  name: string;
}
