import type { Vendor } from "./providers.ts";

/** The vendors' own names, for people. */
export const VENDOR_NAMES: Record<Vendor | "elevenlabs", string> = {
  demo: "Built-in demo",
  openai: "OpenAI",
  xai: "xAI",
  gemini: "Google Gemini",
  inworld: "Inworld",
  "workers-ai": "Workers AI",
  compatible: "OpenAI-compatible server",
  elevenlabs: "ElevenLabs",
};
