import { type Provider, SLOTS } from "../../shared/providers.ts";
import type { SessionReconnected, SessionStarted, SignedUrl } from "../../shared/session.ts";
import type { ConnectionKind } from "../transport/connection-kind.ts";
import type { PreparedPeer } from "../transport/peer.ts";
import type { ApiClient } from "./api-client.ts";
import { historyOf } from "./conversation-history.ts";
import type { VoiceSessionOptions } from "./options.ts";
import type { Message } from "./state.ts";

/** A session as the service opened it, whichever door it was. */
export type SessionGrant = Pick<
  SessionStarted,
  | "session_id"
  | "session_secret"
  | "server_time"
  | "agent_id"
  | "agent_name"
  | "connection"
  | "ice_servers"
  | "tools"
  | "remaining_seconds"
> & {
  token: string;
  /** Our end of the call, where the vendor has answered its offer already. */
  prepared?: PreparedPeer | undefined;
  /** What the widget has the agent say first; `null` where the agent greets by itself. */
  greeting: string | null;
  /** What the service could not tell the vendor, so the page does. */
  untold: { context?: VoiceSessionOptions["context"]; initial_message?: string | undefined; history?: string };
};

const EXTERNAL: Provider = "provider_x";
const EXTERNAL_CONNECTION: ConnectionKind = { protocol: "elevenlabs-convai", transport: "websocket" };

/** Whether the agent runs at the external provider and the page asks for no other. */
const isExternal = ({ provider, model }: VoiceSessionOptions): boolean =>
  provider === EXTERNAL && !SLOTS.some((slot) => slot === model);

/** How the session will be connected, as far as the config tells; another provider's is not the agent's. */
export function likelyConnection(options: VoiceSessionOptions): ConnectionKind | undefined {
  const { provider, model, connection } = options;
  const other = SLOTS.some((slot) => slot === model && slot !== provider);
  return (!other && connection) || (isExternal(options) ? EXTERNAL_CONNECTION : undefined);
}

/** Makes our end of a call where the connection takes an offer with the request for it, else `null`. */
export type PreparePeer = (connection: ConnectionKind | undefined) => Promise<PreparedPeer | null> | null;

/** Has the visitor pass the challenge where the service asks for one; answers with its token. */
export type PassChallenge = () => Promise<string> | undefined;

/** Asks the service for a session, at the door that the agent's provider wants. */
export async function requestSession(
  api: ApiClient,
  options: VoiceSessionOptions,
  prepare: PreparePeer,
  pass: PassChallenge,
): Promise<SessionGrant> {
  const { agentId, model, voice, context, userId, userHash, visitorId, initialMessage, locale, ticket } = options;
  if (isExternal(options)) {
    const signed = await api.signedUrl(agentId, await pass());
    // An empty text cannot be told: the agent would refuse it. It greets then, and typing interrupts it.
    const told = withLanguage(context, locale);
    return grantOfSignedUrl(signed, { context: told, initial_message: initialMessage || undefined });
  }
  const passing = pass();
  // Heard of below, when our end of the call is ready.
  passing?.catch(() => {});
  return withOffer(prepare(likelyConnection(options)), async (offer) => {
    const turnstile_token = passing && (await passing);
    const started = await api.startSession({
      agent_id: agentId,
      model,
      voice,
      context: context && { ...context },
      user_id: userId,
      user_hash: userHash,
      visitor_id: visitorId,
      ticket,
      turnstile_token,
      locale,
      offer,
    });
    return grantOfStart(started, initialMessage ?? started.initial_message);
  });
}

/** The external provider is told the visitor's language as a fact: a setting would have to be allowed there first. */
const withLanguage = (context: VoiceSessionOptions["context"], locale: string | undefined) =>
  locale === undefined ? context : { visitor_language: locale, ...context };

/** Asks with our offer, where there is one; our end is closed where nobody answered it. */
async function withOffer(
  preparing: Promise<PreparedPeer | null> | null,
  request: (offer: string | undefined) => Promise<SessionGrant>,
): Promise<SessionGrant> {
  // At once, in the click.
  if (!preparing) return request(undefined);
  const prepared = await preparing;
  try {
    const grant = await request(prepared?.offer);
    if (prepared && grant.connection.answer) return { ...grant, prepared };
    prepared?.close();
    return grant;
  } catch (error) {
    prepared?.close();
    throw error;
  }
}

/** Asks for another connection of a session that lost its own, or that the visitor left a moment ago. */
export async function requestReconnection(
  api: ApiClient,
  options: VoiceSessionOptions,
  { session_id, session_secret }: Pick<SessionGrant, "session_id" | "session_secret">,
  said: readonly Message[],
  signal: AbortSignal,
  prepare: PreparePeer,
): Promise<SessionGrant> {
  const { context, voice, initialMessage, locale } = options;
  return withOffer(prepare(likelyConnection(options)), async (offer) => {
    const body = { session_secret, context: context && { ...context }, voice, offer, locale };
    const answer: SessionReconnected = await api.reconnect(session_id, body, signal);
    if (!("signed_url" in answer))
      return grantOfStart(answer, answer.initial_message && (initialMessage ?? answer.initial_message));
    const note = historyOf(said);
    return grantOfSignedUrl(answer, { context: withLanguage(context, locale), ...(note && { history: note }) });
  });
}

function grantOfStart(started: SessionStarted, greeting: string | null): SessionGrant {
  return { ...started, token: started.client_secret.ephemeral_token, greeting, untold: {} };
}

function grantOfSignedUrl(signed: SignedUrl, untold: SessionGrant["untold"]): SessionGrant {
  const { signed_url: _, ...grant } = signed;
  return { ...grant, token: "", ice_servers: null, greeting: null, untold: untold };
}
