/** Provider slots. Plain TypeScript: the widget may import the values. */

/** What an agent's `provider` may be. The first two are slots that the operator fills with a vendor. */
export const PROVIDERS = ["provider_a", "provider_b", "provider_x"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What a session start may ask for in `model`. */
export const SLOTS = ["provider_a", "provider_b"] as const;
export type Slot = (typeof SLOTS)[number];
