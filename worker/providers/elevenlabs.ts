import { ApiError } from "../http/errors.ts";
import { readStartText } from "../outbound/read-capped.ts";
import type { Variables } from "../variables.ts";

/** How its conversations are connected. */
export const CONNECTION = { protocol: "elevenlabs-convai", transport: "websocket" } as const;

const OFFICIAL = /(^|\.)elevenlabs\.io$/;
/** An answer with an address in it is far smaller. */
const MAX_ANSWER = 16 * 1024;
/** Characters of a refusal that the log keeps. */
const MAX_CAUSE = 300;

/**
 * Whether the page may open an address: a WebSocket's, and the vendor's own where the vendor itself was asked. It is given on
 * as it is, so that nothing may stand in it that another client would read in another way.
 */
function mayBeOpened(signed_url: unknown, base: URL): signed_url is string {
  if (typeof signed_url !== "string" || /[\s\\]/.test(signed_url) || !URL.canParse(signed_url)) return false;
  const url = new URL(signed_url);
  const secure = url.protocol === "wss:" || (url.protocol === "ws:" && base.protocol === "http:");
  const theirs = !OFFICIAL.test(base.hostname) || OFFICIAL.test(url.hostname);
  return secure && theirs && url.hostname !== "" && url.username === "" && url.password === "";
}

async function parsed(response: Response): Promise<Record<string, unknown> | null> {
  const text = await readStartText(response.body, MAX_ANSWER);
  try {
    const answer = JSON.parse(text);
    return answer && typeof answer === "object" ? answer : null;
  } catch {
    return null;
  }
}

/** For the operator's log. `detail` is an object, a list of faults or a sentence. */
function causeOf({ ok, status }: Response, answer: Record<string, unknown> | null): string {
  if (answer === null) return `status ${status}, and the body is not JSON`;
  if (ok) return `status ${status}, and no address of ElevenLabs in it`;
  return `status ${status}: ${JSON.stringify(answer.detail ?? null).slice(0, MAX_CAUSE)}`;
}

/**
 * Asks ElevenLabs for a single-use address of a conversation; it can be opened for 15 minutes.
 * @throws ApiError `external_provider_unavailable` without a key, `external_provider_error` for any refusal; whatever
 *   `fetch` throws where the provider cannot be reached or does not answer in time
 */
export async function signConversation(
  agent_id: string,
  settings: Variables,
  signal: AbortSignal,
): Promise<{ signed_url: string; conversation_id: string | null }> {
  if (settings.ELEVENLABS_API_KEY === undefined) throw new ApiError("external_provider_unavailable");
  const base = new URL(settings.ELEVENLABS_BASE_URL);
  const address = new URL(`${settings.ELEVENLABS_BASE_URL}/v1/convai/conversation/get-signed-url`);
  address.searchParams.set("agent_id", agent_id);
  // Single use, and it names the conversation before it begins.
  address.searchParams.set("include_conversation_id", "true");
  const response = await fetch(address, {
    headers: { "xi-api-key": settings.ELEVENLABS_API_KEY, accept: "application/json" },
    redirect: "manual",
    signal,
  });
  const answer = await parsed(response);
  const signed_url = answer?.signed_url;
  if (!response.ok || !mayBeOpened(signed_url, base))
    throw new ApiError("external_provider_error", { cause: causeOf(response, answer) });
  return { signed_url, conversation_id: new URL(signed_url).searchParams.get("conversation_id") };
}
