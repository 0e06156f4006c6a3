import { type Provider, SLOTS } from "../../shared/providers.ts";
import type { SessionStarted, SignedUrl } from "../../shared/session.ts";
import type { ApiClient } from "../api-client.ts";
import type { VoiceSessionOptions } from "./voice-session.ts";

/** A session as the service opened it, whichever door it was. */
export type Opened = Pick<
  SessionStarted,
  "session_id" | "agent_id" | "agent_name" | "connection" | "ice_servers" | "tools" | "remaining_seconds"
> & {
  token: string;
  /** What the widget has the agent say first; `null` where the agent greets by itself. */
  greeting: string | null;
  /** What the service could not tell the vendor, so the page does. */
  told: { context?: VoiceSessionOptions["context"]; initial_message?: string | undefined };
};

const EXTERNAL: Provider = "provider_x";

/** Whether the agent runs at the external provider and the page asks for no other. */
export const isExternal = ({ provider, model }: VoiceSessionOptions): boolean =>
  provider === EXTERNAL && !SLOTS.some((slot) => slot === model);

/** Asks the service for a session, at the door that the agent's provider wants. */
export async function openSession(api: ApiClient, options: VoiceSessionOptions): Promise<Opened> {
  const { agentId, model, voice, context, userId, userHash, visitorId, initialMessage } = options;
  if (isExternal(options)) {
    const { session_id, agent_id, agent_name, connection, tools, remaining_seconds }: SignedUrl =
      await api.signedUrl(agentId);
    const opened = { session_id, agent_id, agent_name, connection, tools, remaining_seconds };
    // An empty text cannot be told: the agent would refuse it. It greets then, and typing interrupts it.
    const told = { context, initial_message: initialMessage || undefined };
    return { ...opened, token: "", ice_servers: null, greeting: null, told };
  }
  const started = await api.startSession({
    agent_id: agentId,
    model,
    voice,
    context: context && { ...context },
    user_id: userId,
    user_hash: userHash,
    visitor_id: visitorId,
  });
  const token = started.client_secret.ephemeral_token;
  return { ...started, token, greeting: initialMessage ?? started.initial_message, told: {} };
}
