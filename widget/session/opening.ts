import { type Provider, SLOTS } from "../../shared/providers.ts";
import type { SessionReconnected, SessionStarted, SignedUrl } from "../../shared/session.ts";
import type { ApiClient } from "../api-client.ts";
import type { Way } from "../transport/load.ts";
import { historyOf } from "./history.ts";
import type { Message } from "./state.ts";
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
  told: { context?: VoiceSessionOptions["context"]; initial_message?: string | undefined; history?: string };
};

const EXTERNAL: Provider = "provider_x";
const EXTERNAL_WAY: Way = { protocol: "elevenlabs-convai", transport: "websocket" };

/** Whether the agent runs at the external provider and the page asks for no other. */
const isExternal = ({ provider, model }: VoiceSessionOptions): boolean =>
  provider === EXTERNAL && !SLOTS.some((slot) => slot === model);

/** How the session will be connected, as far as the config tells; another provider's is not the agent's. */
export function wayOf(options: VoiceSessionOptions): Way | undefined {
  const { provider, model, connection } = options;
  const other = SLOTS.some((slot) => slot === model && slot !== provider);
  return (!other && connection) || (isExternal(options) ? EXTERNAL_WAY : undefined);
}

/** Asks the service for a session, at the door that the agent's provider wants. */
export async function openSession(api: ApiClient, options: VoiceSessionOptions): Promise<Opened> {
  const { agentId, model, voice, context, userId, userHash, visitorId, initialMessage } = options;
  if (isExternal(options)) {
    const signed = await api.signedUrl(agentId);
    // An empty text cannot be told: the agent would refuse it. It greets then, and typing interrupts it.
    return ofSigned(signed, { context, initial_message: initialMessage || undefined });
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
  return ofStarted(started, initialMessage ?? started.initial_message);
}

/** Asks for another line of a session whose line broke, or that the visitor left a moment ago. */
export async function reopenSession(
  api: ApiClient,
  options: VoiceSessionOptions,
  session_id: string,
  said: readonly Message[],
  signal: AbortSignal,
): Promise<Opened> {
  const { context, voice, initialMessage } = options;
  const answer: SessionReconnected = await api.reconnect(
    session_id,
    { context: context && { ...context }, voice },
    signal,
  );
  if (!("signed_url" in answer))
    return ofStarted(answer, answer.initial_message && (initialMessage ?? answer.initial_message));
  const history = historyOf(said);
  return ofSigned(answer, { context, ...(history && { history }) });
}

function ofStarted(started: SessionStarted, greeting: string | null): Opened {
  return { ...started, token: started.client_secret.ephemeral_token, greeting, told: {} };
}

function ofSigned(signed: SignedUrl, told: Opened["told"]): Opened {
  const { session_id, agent_id, agent_name, connection, tools, remaining_seconds } = signed;
  const opened = { session_id, agent_id, agent_name, connection, tools, remaining_seconds };
  return { ...opened, token: "", ice_servers: null, greeting: null, told };
}
