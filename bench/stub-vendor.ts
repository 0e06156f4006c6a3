import type { VendorAdapter } from "../worker/providers/provider.ts";

/** Stands in for the demo vendor where the service itself is measured: mints without asking anybody. */
export const demo: VendorAdapter = {
  connection_type: { protocol: "openai-realtime", transport: "websocket" },
  default_model: "stub",
  unconfigured: () => null,
  mint: async () => ({
    connection: { protocol: "openai-realtime", transport: "websocket", url: "wss://vendor.example/realtime" },
    ephemeral_token: "ek_stub",
    expires_at: Math.floor(Date.now() / 1_000) + 60,
    voice_llm_model: "stub",
    ice_servers: null,
  }),
};
