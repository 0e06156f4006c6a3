/** Provider slots, vendors and wire protocols. Plain TypeScript: the widget may import the values. */

/** What an agent's `provider` may be. The first two are slots that the operator fills with a vendor. */
export const PROVIDERS = ["provider_a", "provider_b", "provider_x"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What a session start may ask for in `model`. */
export const SLOTS = ["provider_a", "provider_b"] as const;
export type Slot = (typeof SLOTS)[number];

/** Who may stand behind a slot. */
export const VENDORS = ["demo", "openai", "xai", "gemini", "inworld", "workers-ai", "compatible"] as const;
export type Vendor = (typeof VENDORS)[number];

/** Who may embed what agents know. */
export const EMBEDDING_VENDORS = ["openai", "gemini", "workers-ai", "compatible"] as const;
export type EmbeddingVendor = (typeof EMBEDDING_VENDORS)[number];
export interface EmbeddingModel {
  vendor: EmbeddingVendor;
  name: string;
}

/** One name per wire protocol, not per vendor: it decides which transport chunk the widget loads. */
export const PROTOCOLS = [
  "openai-realtime",
  "xai-realtime",
  "gemini-live",
  "inworld-realtime",
  "elevenlabs-convai",
] as const;
export type Protocol = (typeof PROTOCOLS)[number];
