import { hex } from "../crypto/digest.ts";
import { hmacSha256 } from "../crypto/hmac.ts";

const HOST = "api-engine.inworld.ai";
const METHOD = "ai.inworld.engine.WorldEngine/GenerateToken";

/**
 * The `Authorization` header with which Inworld gives a session token. Each digest, raw, is the next one's key; the
 * host that is signed is not the one that is asked.
 * @param now unix milliseconds
 * @param nonce 11 hex digits
 */
export async function inworldAuthorization(key: string, secret: string, now: number, nonce: string): Promise<string> {
  const time = new Date(now).toISOString().replace(/\D/g, "").slice(0, 14);
  let digest = await hmacSha256(`IW1${secret}`, time);
  for (const part of [HOST, METHOD, nonce, "iw1_request"]) digest = await hmacSha256(digest, part);
  return `IW1-HMAC-SHA256 ApiKey=${key},DateTime=${time},Nonce=${nonce},Signature=${hex(digest)}`;
}

/** 11 hex digits of chance. */
export const newNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(6))).slice(1);
