import type { IceServer } from "../../shared/session.ts";
import type { Variables } from "../variables.ts";
import { askVendor } from "./ask.ts";
import type { VendorContext } from "./provider.ts";

/** Seconds that credentials last: longer than any vendor's call. */
const TTL_SECONDS = 2 * 3600;
/** The longest wait for credentials, which only visitors behind strict networks need. Milliseconds. */
const LIMIT_MS = 2_000;

/** For a question for ICE servers, which may take no longer than a visitor waits for them. */
export const hurried = ({ signal, ...context }: VendorContext): VendorContext => ({
  ...context,
  signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
});

/** ICE servers as vendors write them: one or many, their addresses one or many. Everything else is dropped. */
export function iceServers(answer: unknown): IceServer[] {
  const servers = Array.isArray(answer) ? answer : [answer];
  return servers.flatMap((server: Record<string, unknown> | null) => {
    const { urls, username, credential } = server ?? {};
    const usable = (Array.isArray(urls) ? urls : [urls]).filter(
      // Browsers block port 53, but ICE would wait for it.
      (url) => typeof url === "string" && /^(stun|turn)s?:/i.test(url) && !/:53(\?|$)/.test(url),
    );
    if (usable.length === 0) return [];
    return {
      urls: usable,
      ...(typeof username === "string" && { username }),
      ...(typeof credential === "string" && { credential }),
    };
  });
}

/** Whether the operator has set a TURN key. */
export const hasTurnServers = ({ TURN_KEY_ID, TURN_KEY_TOKEN }: Variables): boolean =>
  TURN_KEY_ID !== undefined && TURN_KEY_TOKEN !== undefined;

/**
 * Cloudflare's relays for networks that block media, if the operator has set a TURN key. Most visitors connect without,
 * so a failure only goes to the log and never fails a session.
 */
export async function turnServers(context: VendorContext): Promise<IceServer[] | null> {
  const { TURN_KEY_ID, TURN_KEY_TOKEN, TURN_BASE_URL } = context.variables;
  if (TURN_KEY_ID === undefined || TURN_KEY_TOKEN === undefined) return null;
  try {
    const { iceServers: servers } = await askVendor(
      `${TURN_BASE_URL}/v1/turn/keys/${encodeURIComponent(TURN_KEY_ID)}/credentials/generate-ice-servers`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${TURN_KEY_TOKEN}`, "content-type": "application/json" },
        body: JSON.stringify({ ttl: TTL_SECONDS }),
      },
      TURN_KEY_TOKEN,
      hurried(context),
    );
    const usable = iceServers(servers);
    return usable.length > 0 ? usable : null;
  } catch (error) {
    const { message, cause } = error as Error;
    console.warn(JSON.stringify({ event: "turn_failed", error: `${message}${cause ? ` (${cause})` : ""}` }));
    return null;
  }
}
