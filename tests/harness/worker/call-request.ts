import { env } from "cloudflare:workers";
import type { AgentSetup, CallRequest } from "../../../worker/providers/provider.ts";
import { readVariables } from "../../../worker/variables.ts";

/** What an adapter is asked for a call with, where a test looks at what it tells its vendor. */

export const OFFER = "v=0\r\nm=audio\r\n";

export const callRequest = (agent: AgentSetup): CallRequest => ({
  slot: "provider_a",
  session_id: "ses_1",
  agent,
  safety_identifier: null,
  max_duration_seconds: 60,
  service_origin: "https://voice.example",
});

/** With a key of each vendor. */
export const vendorContext = (bindings: object = {}) => ({
  bindings: { ...env, ...bindings } as typeof env,
  variables: {
    ...readVariables(env),
    OPENAI_API_KEY: "sk-1",
    XAI_API_KEY: "xai-1",
    GEMINI_API_KEY: "g-1",
    INWORLD_API_KEY: btoa("key:secret"),
    COMPATIBLE_BASE_URL: "https://own.example/v1",
    COMPATIBLE_MODEL: "own-1",
  },
  signal: AbortSignal.timeout(60_000),
});
