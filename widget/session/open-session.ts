import { type ApiClient, ApiFailure } from "./api-client.ts";
import type { EarlierConversation } from "./earlier-conversation.ts";
import type { VoiceSessionOptions } from "./options.ts";
import {
  loadHistory,
  type PassChallenge,
  type PreparePeer,
  requestReconnection,
  requestSession,
  type SessionGrant,
} from "./session-request.ts";

/** Time limit for a start that continues an earlier conversation, milliseconds. */
const REOPEN_MS = 20_000;
/** The earlier session is too old, or not this page's. */
const GONE = [401, 404, 409];

/**
 * Opens a session for a conversation that begins, or that continues an earlier one.
 * @param sendNote sends the agent the earlier conversation, where the service cannot any more
 * @throws an `ApiFailure`
 */
export async function openSession(
  api: ApiClient,
  options: VoiceSessionOptions,
  earlier: EarlierConversation | null,
  prepare: PreparePeer,
  pass: PassChallenge,
  sendNote: (note: string) => void,
): Promise<SessionGrant> {
  if (!earlier?.session_id) return requestSession(api, options, prepare, pass);
  const { transcript } = earlier;
  try {
    const signal = AbortSignal.timeout(REOPEN_MS);
    return await requestReconnection(api, options, earlier, transcript, signal, prepare);
  } catch (error) {
    if (!(error instanceof ApiFailure) || !GONE.includes(error.status)) throw error;
    const note = await loadHistory(transcript);
    const opened = await requestSession(api, options, prepare, pass, note || undefined);
    if (!note || opened.clientSetup.history) return opened;
    sendNote(note);
    return { ...opened, greeting: null };
  }
}
