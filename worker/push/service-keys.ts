import { base64url } from "jose";
import { hmacSha256 } from "../crypto/hmac.ts";
import { memoryOf } from "../memory-of.ts";
import type { Variables } from "../variables.ts";

/** The key by which push services know this service (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** A private key of the curve P-256 as PKCS #8, without its last 32 bytes: the key itself. */
const PKCS8 = [
  ...[0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01],
  ...[0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x04, 0x27, 0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20],
];

/** It is derived, so that nothing has to be set up or kept, and a restored service is the same to every browser. */
async function keysOf(secret: string): Promise<PushKeys> {
  const bytes = new Uint8Array([...PKCS8, ...(await hmacSha256(secret, "web push"))]);
  // Importing computes the public key. One secret of 2^32 gives no key of the curve.
  const key = await crypto.subtle.importKey("pkcs8", bytes, { name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
  const { x = "", y = "", d = "" } = (await crypto.subtle.exportKey("jwk", key)) as JsonWebKey;
  return { publicKey: joined(x, y), privateKey: d };
}

/** An uncompressed point: 4, x, y. */
const joined = (x: string, y: string): string =>
  base64url.encode(new Uint8Array([4, ...base64url.decode(x), ...base64url.decode(y)]));

/** By each of KEY_SECRET's, the newest first: browsers that subscribed before a rotation are told until it ends. */
export const pushKeys = memoryOf((variables: Variables) => Promise.all(variables.KEY_SECRET.map(keysOf)));
