import { type Provider, SLOTS } from "../../shared/providers.ts";
import type { SessionReconnected, SessionStarted, SignedUrl } from "../../shared/session.ts";
import { notLoaded } from "../errors.ts";
import type { ConnectionKind } from "../transport/connection-kind.ts";
import type { PreparedPeer } from "../transport/peer.ts";
import type { ApiClient } from "./api-client.ts";
import type { VoiceSessionOptions } from "./options.ts";
import type { Message } from "./state.ts";

/** A session as the service opened it, from either endpoint. */
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
  /** Our end of the call, where the vendor has already answered its offer. */
  prepared?: PreparedPeer | undefined;
  /** The greeting that the page asks the agent for; `null` where the agent greets by itself. */
  greeting: string | null;
  /** What the service could not send to the vendor: the page sends it. */
  clientSetup: {
    context?: VoiceSessionOptions["context"];
    initial_message?: string | undefined;
    history?: string | undefined;
  };
};

const EXTERNAL: Provider = "provider_x";
const EXTERNAL_CONNECTION: ConnectionKind = { protocol: "elevenlabs-convai", transport: "websocket" };

/** Whether the agent runs at the external provider and the page asks for no other. */
const isExternal = ({ provider, model }: VoiceSessionOptions): boolean =>
  provider === EXTERNAL && !SLOTS.some((slot) => slot === model);

/** How the session will probably be connected, by the config; unknown where the page asks for another provider. */
export function likelyConnection(options: VoiceSessionOptions): ConnectionKind | undefined {
  const { provider, model, connection } = options;
  const other = SLOTS.some((slot) => slot === model && slot !== provider);
  return (!other && connection) || (isExternal(options) ? EXTERNAL_CONNECTION : undefined);
}

/** Prepares our end of a call where the request for the session takes an offer, else `null`. */
export type PreparePeer = (connection: ConnectionKind | undefined) => Promise<PreparedPeer | null> | null;

/** Has the visitor pass the challenge where the service asks for one; resolves to its token. */
export type PassChallenge = () => Promise<string> | undefined;

/**
 * Asks the service for a session, at the endpoint for the agent's provider.
 * @param history what was said before, for an agent that would greet again without it; others get it as a note
 */
export async function requestSession(
  api: ApiClient,
  options: VoiceSessionOptions,
  prepare: PreparePeer,
  pass: PassChallenge,
  history?: string,
): Promise<SessionGrant> {
  const {
    agentId,
    model,
    voice,
    context,
    userId,
    userHash,
    visitorId,
    initialMessage,
    locale,
    ticket,
    moreTime: more_time,
    speed,
    page,
  } = options;
  if (isExternal(options)) {
    const signed = await api.signedUrl(agentId, await pass());
    // The agent would refuse an empty text. So it greets, and typing interrupts it.
    return grantOfSignedUrl(signed, {
      context: withLanguage(context, locale),
      initial_message: initialMessage || undefined,
      history,
    });
  }
  const passing = pass();
  // A failure is handled below, when our end of the call is ready.
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
      more_time,
      speed,
      page,
      offer,
    });
    return grantOfStart(started, initialMessage ?? started.initial_message);
  });
}

/** Few conversations go on over another connection: the code for that is loaded then. @throws SessionError `unreachable` */
export const loadContinuation = () => import("./continuation.ts").catch(notLoaded);

/** What was said, as a note to the agent. @throws SessionError `unreachable` */
export const loadHistory = async (said: readonly Message[]): Promise<string> =>
  (await loadContinuation()).historyOf(said);

/** The language goes to the external provider as a fact: its own setting for it must be allowed there first. */
const withLanguage = (context: VoiceSessionOptions["context"], locale: string | undefined) =>
  locale === undefined ? context : { visitor_language: locale, ...context };

/** Sends our offer along, where there is one; closes our end where it was not answered. */
async function withOffer(
  preparing: Promise<PreparedPeer | null> | null,
  request: (offer: string | undefined) => Promise<SessionGrant>,
): Promise<SessionGrant> {
  // Without waiting: this runs inside the click.
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

/** Asks for another connection of a session that lost its own, or whose page was left a moment ago. */
export async function requestReconnection(
  api: ApiClient,
  options: VoiceSessionOptions,
  { session_id, session_secret }: Pick<SessionGrant, "session_id" | "session_secret">,
  said: readonly Message[],
  signal: AbortSignal,
  prepare: PreparePeer,
): Promise<SessionGrant> {
  const { context, voice, initialMessage, locale, moreTime: more_time, speed, pageId: page_id } = options;
  return withOffer(prepare(likelyConnection(options)), async (offer) => {
    const told = { context: context && { ...context }, voice, offer, locale, more_time, speed, page_id };
    const body = { session_secret, ...told };
    const answer: SessionReconnected = await api.reconnect(session_id, body, signal);
    if (!("signed_url" in answer))
      return grantOfStart(answer, answer.initial_message && (initialMessage ?? answer.initial_message));
    const history = (await loadHistory(said)) || undefined;
    return grantOfSignedUrl(answer, { context: withLanguage(context, locale), history });
  });
}

function grantOfStart(started: SessionStarted, greeting: string | null): SessionGrant {
  return { ...started, token: started.client_secret.ephemeral_token, greeting, clientSetup: {} };
}

function grantOfSignedUrl(signed: SignedUrl, clientSetup: SessionGrant["clientSetup"]): SessionGrant {
  const { signed_url: _, ...grant } = signed;
  return { ...grant, token: "", ice_servers: null, greeting: null, clientSetup };
}
