import type { Vendor } from "./providers.ts";

/** Who may stand behind a slot, or behind `provider_x`, as people call them. Plain TypeScript. */
export const VENDOR_NAMES: Record<Vendor | "elevenlabs", string> = {
  demo: "Built-in demo",
  openai: "OpenAI",
  xai: "xAI",
  gemini: "Google Gemini",
  inworld: "Inworld",
  "workers-ai": "Cloudflare Workers AI",
  compatible: "Own server",
  elevenlabs: "ElevenLabs",
};
